#include "floor/runner_process.hpp"

#include <array>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sstream>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace bench {
namespace {

std::vector<std::string> words_of(const std::string& command) {
    std::istringstream stream(command);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

std::array<int, 2> make_pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    return ends;
}

void close_if_open(int& descriptor) {
    if (descriptor >= 0) close(descriptor);
    descriptor = -1;
}

}  // namespace

RunnerProcess::~RunnerProcess() { stop(); }

void RunnerProcess::start(const std::string& command) {
    std::vector<std::string> words = words_of(command);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const auto to_child = make_pipe();
    const auto from_child = make_pipe();
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, to_child[0], 0);
    posix_spawn_file_actions_adddup2(&actions, from_child[1], 1);
    const int failure = posix_spawnp(&pid_, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(to_child[0]);
    close(from_child[1]);
    input_ = to_child[1];
    output_ = from_child[0];
    if (failure != 0) {
        pid_ = 0;
        throw std::runtime_error("cannot start " + command + ": " + std::strerror(failure));
    }
}

void RunnerProcess::stop() {
    close_if_open(input_);
    close_if_open(output_);
    wait();
    begin_ = 0;
    end_ = 0;
}

void RunnerProcess::wait() {
    int status = 0;
    if (pid_ > 0) waitpid(pid_, &status, 0);
    pid_ = 0;
}

void RunnerProcess::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = write(input_, bytes.data(), bytes.size());
        if (written <= 0) throw std::runtime_error("the runner takes nothing");
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

void RunnerProcess::fill() {
    if (begin_ == end_) {
        begin_ = 0;
        end_ = 0;
    } else if (end_ == buffer_.size() && begin_ > 0) {
        std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
        end_ -= begin_;
        begin_ = 0;
    } else if (end_ == buffer_.size()) {
        buffer_.resize(buffer_.size() * 2);
    }
    const ssize_t got = read(output_, buffer_.data() + end_, buffer_.size() - end_);
    if (got <= 0) throw std::runtime_error("the runner has ended");
    end_ += static_cast<std::size_t>(got);
}

std::string_view RunnerProcess::read_line() {
    std::size_t scanned = begin_;
    for (;;) {
        const char* start = buffer_.data() + scanned;
        if (const void* found = std::memchr(start, '\n', end_ - scanned)) {
            const auto length = static_cast<std::size_t>(static_cast<const char*>(found) - (buffer_.data() + begin_));
            const std::string_view line(buffer_.data() + begin_, length);
            begin_ += length + 1;
            return line;
        }
        const std::size_t looked_at = end_ - begin_;
        fill();
        scanned = begin_ + looked_at;
    }
}

void RunnerProcess::interrupt() const { kill(pid_, SIGINT); }

}  // namespace bench
