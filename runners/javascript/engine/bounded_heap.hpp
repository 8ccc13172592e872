#pragma once

#include <cstddef>

namespace evald::js {

/// The memory that scripts may take: malloc with an account. Past the limit an allocation fails, which the engine turns
/// first into a collection and then into an error in the script. While a failure is being reported a small reserve is
/// open, so that the report itself finds memory.
class BoundedHeap {
public:
    explicit BoundedHeap(std::size_t limit) : limit_(limit) {}
    BoundedHeap(const BoundedHeap&) = delete;
    BoundedHeap& operator=(const BoundedHeap&) = delete;

    void* allocate(std::size_t size);
    void* reallocate(void* block, std::size_t size);
    void release(void* block);

    std::size_t used() const { return used_; }
    std::size_t limit() const { return limit_; }
    bool is_exhausted() const { return exhausted_; }  ///< did an allocation fail since forget_exhaustion()?
    void forget_exhaustion() { exhausted_ = false; }

    class Reserve {
    public:
        explicit Reserve(BoundedHeap& heap) : heap_(heap) { ++heap_.reserves_; }
        ~Reserve() { --heap_.reserves_; }
        Reserve(const Reserve&) = delete;
        Reserve& operator=(const Reserve&) = delete;

    private:
        BoundedHeap& heap_;
    };

private:
    bool would_exceed(std::size_t more);

    std::size_t limit_;
    std::size_t used_ = 0;
    int reserves_ = 0;
    bool exhausted_ = false;
};

}  // namespace evald::js
