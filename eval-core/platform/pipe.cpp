#include "platform/pipe.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <string>
#include <system_error>
#include <unistd.h>

namespace evald {
namespace {

Error unavailable(const char* what) {
    return Error{ErrorCode::unavailable, std::string(what) + ": " + std::generic_category().message(errno)};
}

}  // namespace

Result<Pipe> make_pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return unavailable("No pipe could be made");
    return Pipe{UniqueFd(ends[0]), UniqueFd(ends[1])};
}

Result<UniqueFd> open_null() {
    UniqueFd null(::open("/dev/null", O_RDWR | O_CLOEXEC));
    if (!null) return unavailable("/dev/null could not be opened");
    return null;
}

void set_non_blocking(const UniqueFd& end) {
    const int flags = ::fcntl(end.get(), F_GETFL);
    ::fcntl(end.get(), F_SETFL, flags | O_NONBLOCK);
}

}  // namespace evald
