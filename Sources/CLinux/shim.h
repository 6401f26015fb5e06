// Linux calls that glibc declares only with _GNU_SOURCE, or not at all.
#ifndef CAIRN_CLINUX_SHIM_H
#define CAIRN_CLINUX_SHIM_H

#ifdef __linux__
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/xattr.h>

extern int renameat2(int, const char *, int, const char *, unsigned int);
extern ssize_t getdents64(int, void *, size_t);
extern long syscall(long, ...);
extern void *memmem(const void *, size_t, const void *, size_t);

static const int cairn_O_PATH = __O_PATH;
static const unsigned int cairn_RENAME_NOREPLACE = RENAME_NOREPLACE;
static const unsigned int cairn_RENAME_EXCHANGE = RENAME_EXCHANGE;

/// Opens `path` below `folder`, refusing every symbolic link on the way (openat2(2), Linux 5.6).
static inline int cairn_open_beneath(int folder, const char *path, int flags) {
  struct open_how how = {
      .flags = (unsigned int)flags, .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS};
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

/// Writes all pending changes of a file's file system to disk (syncfs(2)).
static inline int cairn_syncfs(int file) { return (int)syscall(SYS_syncfs, file); }

/// Returns the magic number of an open file's file system, 0 if it is unknown (fstatfs(2)).
static inline unsigned int cairn_file_system(int file) {
  struct statfs status;
  return fstatfs(file, &status) == 0 ? (unsigned int)status.f_type : 0;
}

/// Returns whether the file system encrypts an open folder (ioctl_iflags(2), FS_ENCRYPT_FL). 0 also
/// if the file system has no such flags.
static inline int cairn_is_encrypted(int folder) {
  // The kernel writes an int, although the size in the number of the request is that of a long.
  int flags[2] = {0, 0};
  return syscall(SYS_ioctl, folder, 0x80086601ul /* FS_IOC_GETFLAGS */, flags) == 0
      && (flags[0] & 0x800 /* FS_ENCRYPT_FL */) != 0;
}

/// Returns the user of the process at the other end of a Unix socket, or -1 (socket(7), SO_PEERCRED).
static inline long cairn_peer_user(int socket) {
  struct {
    int process;
    unsigned int user, group;
  } peer;
  unsigned int size = sizeof peer;
  long failed = syscall(SYS_getsockopt, socket, 1 /* SOL_SOCKET */, 17 /* SO_PEERCRED */, &peer, &size);
  return failed ? -1 : (long)peer.user;
}

/// Returns the number of processors this process may run on, at least 1 (sched_getaffinity(2)).
static inline int cairn_processors(void) {
  unsigned char set[1024];
  long size = syscall(SYS_sched_getaffinity, 0, sizeof set, set);
  int count = 0;
  for (long i = 0; i < size; i++) count += __builtin_popcount(set[i]);
  return count > 0 ? count : 1;
}
#endif

#endif
