#include "fault_vfs.h"

#include <atomic>
#include <cerrno>
#include <limits>
#include <new>

#include <sqlite3.h>

namespace hearth::storage {
namespace {

constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

}  // namespace

struct FaultVfs::State {
    std::string name;
    sqlite3_vfs vfs{};
    sqlite3_vfs* system = nullptr;
    std::atomic<std::uint64_t> calls{0};
    std::atomic<std::uint64_t> fail_at{kNever};
    std::atomic<bool> on_and_on{false};
    std::atomic<Kind> kind{Kind::no_space};
    std::atomic<bool> failed{false};
    enum class Reads : std::uint8_t { fine, fail_after_sync, fail };
    std::atomic<Reads> reads{Reads::fine};

    /// Counts a call; true when it must fail. A full disk refuses only what takes space.
    bool fails(bool takes_space) {
        const std::uint64_t call = ++calls;
        const std::uint64_t at = fail_at;
        if (call != at && !(on_and_on && call > at)) {
            return false;
        }
        if (on_and_on && kind == Kind::no_space && !takes_space) {
            return false;
        }
        failed = true;
        return true;
    }
};

namespace {

using State = FaultVfs::State;

/// An open file: ours first, the system's behind it.
struct FaultFile {
    sqlite3_file base;
    State* state;
    sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

FaultFile& of(sqlite3_file* file) {
    return *reinterpret_cast<FaultFile*>(file);
}

State& of(sqlite3_vfs* vfs) {
    return *static_cast<State*>(vfs->pAppData);
}

bool no_space(const State& state) {
    return state.kind == FaultVfs::Kind::no_space;
}

int file_close(sqlite3_file* file) {
    return of(file).real()->pMethods->xClose(of(file).real());
}

int file_read(sqlite3_file* file, void* to, int count, sqlite3_int64 offset) {
    if (of(file).state->reads == State::Reads::fail) {
        of(file).state->failed = true;
        return SQLITE_IOERR_READ;
    }
    if (of(file).state->fails(false)) {
        return SQLITE_IOERR_READ;
    }
    return of(file).real()->pMethods->xRead(of(file).real(), to, count, offset);
}

int file_write(sqlite3_file* file, const void* from, int count, sqlite3_int64 offset) {
    if (of(file).state->fails(true)) {
        if (count > 1) {
            of(file).real()->pMethods->xWrite(of(file).real(), from, count / 2,
                                              offset);  // half of it arrived
        }
        return no_space(*of(file).state) ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    }
    return of(file).real()->pMethods->xWrite(of(file).real(), from, count, offset);
}

int file_truncate(sqlite3_file* file, sqlite3_int64 size) {
    return of(file).state->fails(false) ? SQLITE_IOERR_TRUNCATE
                                        : of(file).real()->pMethods->xTruncate(of(file).real(), size);
}

int file_sync(sqlite3_file* file, int flags) {
    if (of(file).state->fails(true)) {
        return SQLITE_IOERR_FSYNC;
    }
    auto armed = State::Reads::fail_after_sync;
    of(file).state->reads.compare_exchange_strong(armed, State::Reads::fail);
    return of(file).real()->pMethods->xSync(of(file).real(), flags);
}

int file_size(sqlite3_file* file, sqlite3_int64* size) {
    return of(file).real()->pMethods->xFileSize(of(file).real(), size);
}

int file_lock(sqlite3_file* file, int level) {
    return of(file).real()->pMethods->xLock(of(file).real(), level);
}

int file_unlock(sqlite3_file* file, int level) {
    return of(file).real()->pMethods->xUnlock(of(file).real(), level);
}

int file_check_lock(sqlite3_file* file, int* result) {
    return of(file).real()->pMethods->xCheckReservedLock(of(file).real(), result);
}

int file_control(sqlite3_file* file, int operation, void* argument) {
    return of(file).real()->pMethods->xFileControl(of(file).real(), operation, argument);
}

int file_sector_size(sqlite3_file* file) {
    return of(file).real()->pMethods->xSectorSize(of(file).real());
}

int file_characteristics(sqlite3_file* file) {
    return of(file).real()->pMethods->xDeviceCharacteristics(of(file).real());
}

int file_shm_map(sqlite3_file* file, int page, int size, int extend, volatile void** memory) {
    if (of(file).state->fails(extend != 0)) {
        *memory = nullptr;
        return no_space(*of(file).state) ? SQLITE_IOERR_SHMSIZE : SQLITE_IOERR_SHMMAP;
    }
    return of(file).real()->pMethods->xShmMap(of(file).real(), page, size, extend, memory);
}

int file_shm_lock(sqlite3_file* file, int offset, int count, int flags) {
    return of(file).real()->pMethods->xShmLock(of(file).real(), offset, count, flags);
}

void file_shm_barrier(sqlite3_file* file) {
    of(file).real()->pMethods->xShmBarrier(of(file).real());
}

int file_shm_unmap(sqlite3_file* file, int remove) {
    return of(file).real()->pMethods->xShmUnmap(of(file).real(), remove);
}

constexpr sqlite3_io_methods kMethods{2,
                                      file_close,
                                      file_read,
                                      file_write,
                                      file_truncate,
                                      file_sync,
                                      file_size,
                                      file_lock,
                                      file_unlock,
                                      file_check_lock,
                                      file_control,
                                      file_sector_size,
                                      file_characteristics,
                                      file_shm_map,
                                      file_shm_lock,
                                      file_shm_barrier,
                                      file_shm_unmap,
                                      nullptr,
                                      nullptr};

int vfs_open(sqlite3_vfs* vfs, sqlite3_filename name, sqlite3_file* file, int flags, int* out_flags) {
    FaultFile& ours = of(file);
    ours.base.pMethods = nullptr;
    ours.state = &of(vfs);
    if (of(vfs).fails(true)) {
        return SQLITE_CANTOPEN;
    }
    const int code = of(vfs).system->xOpen(of(vfs).system, name, ours.real(), flags, out_flags);
    if (code == SQLITE_OK) {
        ours.base.pMethods = &kMethods;
    }
    return code;
}

int vfs_delete(sqlite3_vfs* vfs, const char* name, int sync) {
    return of(vfs).fails(false) ? SQLITE_IOERR_DELETE : of(vfs).system->xDelete(of(vfs).system, name, sync);
}

int vfs_access(sqlite3_vfs* vfs, const char* name, int flags, int* result) {
    return of(vfs).system->xAccess(of(vfs).system, name, flags, result);
}

int vfs_full_pathname(sqlite3_vfs* vfs, const char* name, int count, char* out) {
    return of(vfs).system->xFullPathname(of(vfs).system, name, count, out);
}

int vfs_randomness(sqlite3_vfs* vfs, int count, char* out) {
    return of(vfs).system->xRandomness(of(vfs).system, count, out);
}

int vfs_sleep(sqlite3_vfs* vfs, int microseconds) {
    return of(vfs).system->xSleep(of(vfs).system, microseconds);
}

int vfs_time(sqlite3_vfs* vfs, sqlite3_int64* now) {
    return of(vfs).system->xCurrentTimeInt64(of(vfs).system, now);
}

int vfs_last_error(sqlite3_vfs* vfs, int, char*) {
    return no_space(of(vfs)) ? ENOSPC : EIO;
}

}  // namespace

FaultVfs::FaultVfs(std::string name) : state_(std::make_unique<State>()) {
    state_->name = std::move(name);
    state_->system = sqlite3_vfs_find(nullptr);
    sqlite3_vfs& vfs = state_->vfs;
    vfs.iVersion = 2;
    vfs.szOsFile = static_cast<int>(sizeof(FaultFile)) + state_->system->szOsFile;
    vfs.mxPathname = state_->system->mxPathname;
    vfs.zName = state_->name.c_str();
    vfs.pAppData = state_.get();
    vfs.xOpen = vfs_open;
    vfs.xDelete = vfs_delete;
    vfs.xAccess = vfs_access;
    vfs.xFullPathname = vfs_full_pathname;
    vfs.xRandomness = vfs_randomness;
    vfs.xSleep = vfs_sleep;
    vfs.xCurrentTimeInt64 = vfs_time;
    vfs.xGetLastError = vfs_last_error;
    sqlite3_vfs_register(&vfs, 0);
}

FaultVfs::~FaultVfs() {
    sqlite3_vfs_unregister(&state_->vfs);
}

const std::string& FaultVfs::name() const {
    return state_->name;
}

std::uint64_t FaultVfs::calls() const {
    return state_->calls;
}

void FaultVfs::fail_once(std::uint64_t call, Kind kind) {
    state_->failed = false;
    state_->kind = kind;
    state_->on_and_on = false;
    state_->fail_at = state_->calls + call;
}

void FaultVfs::fail_from(std::uint64_t call, Kind kind) {
    state_->failed = false;
    state_->kind = kind;
    state_->on_and_on = true;
    state_->fail_at = state_->calls + call;
}

void FaultVfs::fail_reads_after_sync() {
    state_->failed = false;
    state_->kind = Kind::io_error;
    state_->reads = State::Reads::fail_after_sync;
}

void FaultVfs::heal() {
    state_->reads = State::Reads::fine;
    state_->fail_at = kNever;
    state_->on_and_on = false;
}

bool FaultVfs::has_failed() const {
    return state_->failed;
}

}  // namespace hearth::storage
