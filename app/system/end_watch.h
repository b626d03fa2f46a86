#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace hearth {

/// Lets the program end although one of its threads hangs in the system, e.g. in a folder of a network drive
/// that does not answer: ends the process with `exitCode` unless this goes away within `patience`. To be made
/// once the windows are gone and what they hold has been stored, so that it lives while everything else is
/// taken down. Whatever is written later is safe from an end at any moment: databases are transactions,
/// downloads have journals.
class EndWatch {
 public:
    EndWatch(std::chrono::milliseconds patience, int exitCode);
    ~EndWatch();
    EndWatch(const EndWatch&) = delete;
    EndWatch& operator=(const EndWatch&) = delete;

 private:
    std::mutex m_mutex;
    std::condition_variable m_news;
    bool m_over = false;
    std::thread m_watcher;  // the last member: it uses the others
};

}  // namespace hearth
