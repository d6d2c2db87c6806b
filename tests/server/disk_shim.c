/* A disk that can be slow, or lose at a power cut whatever has not been written through to it.

   Compiled by tests/server/disk.py and preloaded into a server. The environment says what it does:

   DISK_MILLISECONDS   how long an fsync takes; the real one is then left out
   DISK_FOLDER         the folder that is watched
   DISK_IMAGES         where to keep the content that each of its files had at its last fsync, by
                       inode, and the names that the folder had at its own last fsync (`names`)

   A copy is made through the descriptor that is written through: to open and close the file would
   take away the locks that the process holds on it. */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t copying = PTHREAD_MUTEX_INITIALIZER;

static void fail(const char *what) {
    perror(what);
    abort();
}

static void copy(int from, const char *name) {
    char half[PATH_MAX], buffer[65536];
    snprintf(half, sizeof half, "%s.half", name);
    int to = open(half, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
    if (to < 0) fail(half);
    off_t at = 0;
    ssize_t got;
    while ((got = pread(from, buffer, sizeof buffer, at)) > 0) {
        if (write(to, buffer, got) != got) fail(half);
        at += got;
    }
    close(to);
    if (got < 0 || rename(half, name)) fail(name);
}

static void list(const char *folder, const char *name) {
    char half[PATH_MAX];
    snprintf(half, sizeof half, "%s.half", name);
    FILE *to = fopen(half, "w");
    DIR *all = opendir(folder);
    if (!to || !all) fail(folder);
    for (struct dirent *one; (one = readdir(all));)
        if (one->d_type == DT_REG) fprintf(to, "%lu %s\n", (unsigned long)one->d_ino, one->d_name);
    closedir(all);
    fclose(to);
    if (rename(half, name)) fail(name);
}

static void keep(int file) {
    const char *folder = getenv("DISK_FOLDER"), *images = getenv("DISK_IMAGES");
    if (!folder || !images) return;
    char link[64], path[PATH_MAX], image[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return;
    path[length] = 0;
    size_t start = strlen(folder);
    if (strncmp(path, folder, start) || (path[start] && path[start] != '/')) return;
    struct stat found;
    if (fstat(file, &found)) return;
    pthread_mutex_lock(&copying);
    if (S_ISDIR(found.st_mode)) {
        snprintf(image, sizeof image, "%s/names", images);
        list(path, image);
    } else {
        snprintf(image, sizeof image, "%s/%lu", images, (unsigned long)found.st_ino);
        copy(file, image);
    }
    pthread_mutex_unlock(&copying);
}

static int through(int file, const char *which) {
    const char *slow = getenv("DISK_MILLISECONDS");
    if (slow) {
        long wait = strtol(slow, NULL, 10) * 1000000L;
        struct timespec time = {wait / 1000000000L, wait % 1000000000L};
        nanosleep(&time, NULL);
    } else if (!getenv("DISK_IMAGES")) {
        int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, which);
        if (real(file)) return -1;
    }
    keep(file);
    return 0;
}

int fsync(int file) { return through(file, "fsync"); }
int fdatasync(int file) { return through(file, "fdatasync"); }
