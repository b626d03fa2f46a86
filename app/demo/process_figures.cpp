#include "demo/process_figures.h"

#include <QFile>
#include <QList>

#if defined(__linux__)
#include <malloc.h>
#include <time.h>
#include <unistd.h>
#endif

namespace hearth {

#if defined(__linux__)

namespace {

std::chrono::nanoseconds clockTime(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

QByteArray readProcFile(const char* path) {
    QFile file(QString::fromLatin1(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Field 22 of /proc/self/stat: ticks between the start of the machine and that of the process.
std::chrono::milliseconds startTime() {
    const QByteArray stat = readProcFile("/proc/self/stat");
    // The name in parentheses may hold spaces: fields are counted from behind it.
    const QList<QByteArray> fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    const qint64 ticks = fields.size() > 19 ? fields[19].toLongLong() : 0;
    return std::chrono::milliseconds(ticks * 1000 / sysconf(_SC_CLK_TCK));
}

}  // namespace

ProcessFigures ProcessFigures::now() {
    using namespace std::chrono;
    ProcessFigures figures;
    figures.age = duration_cast<milliseconds>(clockTime(CLOCK_BOOTTIME)) - startTime();
    figures.processorTime = duration_cast<microseconds>(clockTime(CLOCK_PROCESS_CPUTIME_ID));
    const QList<QByteArray> pages = readProcFile("/proc/self/statm").split(' ');
    if (pages.size() > 1) {
        figures.residentBytes = pages[1].toULongLong() * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    }
    return figures;
}

void returnFreedMemory() {
    malloc_trim(0);
}

#else

ProcessFigures ProcessFigures::now() {
    return {};
}

void returnFreedMemory() {}

#endif

}  // namespace hearth
