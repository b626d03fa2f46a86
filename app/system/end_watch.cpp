#include "system/end_watch.h"

#include <cstdio>
#include <cstdlib>

namespace hearth {

EndWatch::EndWatch(std::chrono::milliseconds patience, int exitCode)
    : m_watcher([this, patience, exitCode] {
          std::unique_lock lock(m_mutex);
          if (!m_news.wait_for(lock, patience, [this] { return m_over; })) {
              std::fputs("hearth: a part of the program does not come to its end and is left behind\n",
                         stderr);
              std::_Exit(exitCode);  // not exit(): it would wait for the thread that hangs, or take data from
                                     // under it
          }
      }) {}

EndWatch::~EndWatch() {
    {
        const std::lock_guard lock(m_mutex);
        m_over = true;
    }
    m_news.notify_all();
    m_watcher.join();
}

}  // namespace hearth
