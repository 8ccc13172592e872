#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace evald::js {

/// Working directory and environment that requests lend to the kernel, and what they replaced.
class Surroundings {
public:
    using Variables = std::vector<std::pair<std::string, std::optional<std::string>>>;

    /// Throws NativeError if the directory can't be entered.
    void apply(const std::optional<std::string>& cwd, const Variables& variables);
    void restore();

private:
    std::optional<std::string> replaced_cwd_;
    std::map<std::string, std::optional<std::string>> replaced_variables_;  ///< no value: was not set
};

}  // namespace evald::js
