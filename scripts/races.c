// Tells the thread sanitizer when a Mutex of Swift is locked and unlocked.
//
// If several threads want a Mutex, the Swift runtime locks and unlocks it. The runtime is not
// instrumented, so the sanitizer would report every value that such a Mutex protects. `make races`
// preloads this library. Its two functions are called instead of those of the runtime, which they
// call in turn.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// Synchronization._MutexHandle._lockSlow(_:) and _unlockSlow()
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));

SWIFT void lock(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT void unlock(SELF void *mutex) __asm__(UNLOCK);

SWIFT void lock(uint32_t thread, SELF void *mutex) {
  SWIFT void (*next)(uint32_t, SELF void *) = dlsym(RTLD_NEXT, LOCK);
  next(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT void unlock(SELF void *mutex) {
  SWIFT void (*next)(SELF void *) = dlsym(RTLD_NEXT, UNLOCK);
  if (__tsan_release) __tsan_release(mutex);
  next(mutex);
}
