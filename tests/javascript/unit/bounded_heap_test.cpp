#include "engine/bounded_heap.hpp"

#include <doctest/doctest.h>

using namespace evald::js;

TEST_CASE("allocations fail at the limit and are accounted for") {
    BoundedHeap heap(1 << 20);
    void* half = heap.allocate(600 << 10);
    REQUIRE(half != nullptr);
    CHECK(heap.used() >= 600 << 10);
    CHECK(heap.allocate(600 << 10) == nullptr);
    CHECK(heap.is_exhausted());
    CHECK(heap.reallocate(half, 2 << 20) == nullptr);  // the old block stays
    half = heap.reallocate(half, 100);
    CHECK(heap.used() < 5000);
    heap.release(half);
    CHECK(heap.used() == 0);
}

TEST_CASE("sizes near the end of the range do not wrap around") {
    BoundedHeap heap(1 << 20);
    CHECK(heap.allocate(static_cast<std::size_t>(-1)) == nullptr);
}

TEST_CASE("a reserve opens room for reporting") {
    BoundedHeap heap(1 << 20);
    CHECK(heap.allocate(2 << 20) == nullptr);
    void* block = nullptr;
    {
        const BoundedHeap::Reserve reserve(heap);
        block = heap.allocate(2 << 20);
        CHECK(block != nullptr);
    }
    heap.release(block);
    CHECK(heap.allocate(2 << 20) == nullptr);
}
