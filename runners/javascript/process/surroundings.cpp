#include "process/surroundings.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "engine/native_function.hpp"

namespace evald::js {

namespace {

void set_variable(const std::string& name, const std::optional<std::string>& value) {
    if (value) {
        ::setenv(name.c_str(), value->c_str(), 1);
    } else {
        ::unsetenv(name.c_str());
    }
}

std::optional<std::string> variable(const std::string& name) {
    const char* value = std::getenv(name.c_str());
    return value != nullptr ? std::optional<std::string>(value) : std::nullopt;
}

}  // namespace

void Surroundings::apply(const std::optional<std::string>& cwd, const Variables& variables) {
    if (cwd) {
        std::error_code error;
        const std::string before = std::filesystem::current_path(error).string();
        if (::chdir(cwd->c_str()) != 0) {
            throw NativeError::system_error(errno, "chdir", *cwd);
        }
        if (!replaced_cwd_ && !error) {
            replaced_cwd_ = before;
        }
    }
    for (const auto& [name, value] : variables) {
        replaced_variables_.emplace(name, variable(name));  // the first one is what was there before all requests
        set_variable(name, value);
    }
}

void Surroundings::restore() {
    if (replaced_cwd_) {
        (void)!::chdir(replaced_cwd_->c_str());  // a directory that is gone can't be put back
        replaced_cwd_.reset();
    }
    for (const auto& [name, value] : replaced_variables_) {
        set_variable(name, value);
    }
    replaced_variables_.clear();
}

}  // namespace evald::js
