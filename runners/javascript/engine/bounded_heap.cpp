#include "engine/bounded_heap.hpp"

#include <malloc.h>

#include <cstdlib>

namespace evald::js {

namespace {
constexpr std::size_t k_reserve = 4 << 20;
}

bool BoundedHeap::would_exceed(std::size_t more) {
    const std::size_t limit = limit_ + (reserves_ > 0 ? k_reserve : 0);
    if (more <= limit && used_ <= limit - more) {
        return false;
    }
    exhausted_ = true;
    return true;
}

void* BoundedHeap::allocate(std::size_t size) {
    if (size == 0 || would_exceed(size)) {
        return nullptr;
    }
    void* block = std::malloc(size);
    if (block != nullptr) {
        used_ += ::malloc_usable_size(block);
    }
    return block;
}

void* BoundedHeap::reallocate(void* block, std::size_t size) {
    if (block == nullptr) {
        return allocate(size);
    }
    if (size == 0) {
        release(block);
        return nullptr;
    }
    const std::size_t before = ::malloc_usable_size(block);
    if (size > before && would_exceed(size - before)) {
        return nullptr;
    }
    void* moved = std::realloc(block, size);
    if (moved != nullptr) {
        used_ += ::malloc_usable_size(moved);
        used_ -= before;
    }
    return moved;
}

void BoundedHeap::release(void* block) {
    if (block != nullptr) {
        used_ -= ::malloc_usable_size(block);
        std::free(block);
    }
}

}  // namespace evald::js
