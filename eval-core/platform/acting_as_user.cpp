#include "platform/acting_as_user.hpp"

#include <sys/fsuid.h>
#include <unistd.h>

namespace evald {

ActingAsUser::ActingAsUser(uid_t user) : is_acting_(user != 0 && ::geteuid() == 0) {
    if (!is_acting_) return;
    ::setfsgid(user);
    ::setfsuid(user);
}

ActingAsUser::~ActingAsUser() {
    if (!is_acting_) return;
    ::setfsuid(::geteuid());
    ::setfsgid(::getegid());
}

}  // namespace evald
