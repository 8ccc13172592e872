#include "protocol/descriptors.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace evald::js {

namespace {

constexpr int k_private_from = 64;

int move_away(int descriptor, const char* what) {
    const int moved = ::fcntl(descriptor, F_DUPFD_CLOEXEC, k_private_from);
    if (moved < 0) {
        throw std::system_error(errno, std::generic_category(), what);
    }
    return moved;
}

void replace_standard_streams() {
    const int null = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (null < 0 || ::dup2(null, STDIN_FILENO) < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        throw std::system_error(errno, std::generic_category(), "standard streams");
    }
    ::close(null);
}

}  // namespace

ProtocolDescriptors take_protocol_descriptors(ProtocolPlace place) {
    const bool inherited = place == ProtocolPlace::inherited;
    const int requests = inherited ? 3 : STDIN_FILENO;
    const int frames = inherited ? 4 : STDOUT_FILENO;
    const ProtocolDescriptors moved{move_away(requests, "request descriptor"), move_away(frames, "frame descriptor")};
    if (inherited) {
        ::close(requests);
        ::close(frames);
    } else {
        replace_standard_streams();
    }
    return moved;
}

}  // namespace evald::js
