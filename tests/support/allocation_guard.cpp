// SPDX-License-Identifier: Apache-2.0
#include "support/allocation_guard.hpp"

#include <cstdlib>
#include <memory>
#include <new>

namespace {

thread_local std::size_t allocations = 0;

void* allocate(std::size_t size) {
    ++allocations;
    return std::malloc(size == 0 ? 1 : size);
}

/// By malloc, whose address is kept before the block: not every system has std::aligned_alloc.
void* allocateAligned(std::size_t size, std::align_val_t alignment) {
    ++allocations;
    const std::size_t a = static_cast<std::size_t>(alignment);
    std::size_t room = size + a;
    void* const whole = std::malloc(room + sizeof(void*));
    if (whole == nullptr) return nullptr;
    void* block = static_cast<void**>(whole) + 1;
    std::align(a, size, block, room);
    static_cast<void**>(block)[-1] = whole;
    return block;
}

void freeAligned(void* block) {
    if (block != nullptr) std::free(static_cast<void**>(block)[-1]);
}

void* orThrow(void* p) {
    if (p == nullptr) throw std::bad_alloc();
    return p;
}

}  // namespace

void* operator new(std::size_t size) { return orThrow(allocate(size)); }
void* operator new[](std::size_t size) { return orThrow(allocate(size)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void* operator new(std::size_t size, std::align_val_t a) {
    return orThrow(allocateAligned(size, a));
}
void* operator new[](std::size_t size, std::align_val_t a) {
    return orThrow(allocateAligned(size, a));
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { freeAligned(p); }
void operator delete[](void* p, std::align_val_t) noexcept { freeAligned(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { freeAligned(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { freeAligned(p); }

namespace momentree::test {

AllocationGuard::AllocationGuard() : before_(allocations) {}
std::size_t AllocationGuard::count() const { return allocations - before_; }

}  // namespace momentree::test
