#include "app/secrecy.hpp"

#include "kernel/kernel_environment.hpp"
#include "kernel/kernel_paths.hpp"

#include <cstring>
#include <string_view>
#include <sys/prctl.h>
#include <unistd.h>

namespace evald::service {

void close_to_others() {
    own_executable_dir();  // remembered: /proc/self is closed to us, too, unless we are root
    ::prctl(PR_SET_DUMPABLE, 0);
}

void wipe_credentials_from_environment() {
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        char* const equals = std::strchr(*entry, '=');
        if (equals == nullptr || !looks_like_credential(std::string_view(*entry, equals - *entry))) continue;
        ::explicit_bzero(equals + 1, std::strlen(equals + 1));
    }
}

}  // namespace evald::service
