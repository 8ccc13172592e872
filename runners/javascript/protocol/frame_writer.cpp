#include "protocol/frame_writer.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

namespace evald::js {

namespace {

void wait_until_writable(int descriptor) {
    pollfd waiting{descriptor, POLLOUT, 0};
    ::poll(&waiting, 1, -1);
}

void write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN) {
            wait_until_writable(descriptor);
        } else if (errno != EINTR) {
            ::_exit(EXIT_FAILURE);
        }
    }
}

}  // namespace

void FrameWriter::append(std::string_view frame) {
    constexpr std::size_t k_write_early = 256 << 10;
    pending_.append(frame);
    pending_ += '\n';
    if (pending_.size() >= k_write_early) {
        flush();
    }
}

void FrameWriter::flush() {
    constexpr std::size_t k_kept_capacity = 1 << 20;
    write_all(descriptor_, pending_);
    pending_.clear();
    if (pending_.capacity() > k_kept_capacity) {
        pending_.shrink_to_fit();
    }
}

}  // namespace evald::js
