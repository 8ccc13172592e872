#pragma once

#include <string>
#include <vector>

namespace evald::service {

/// `evald token new`: what was asked for.
struct NewToken {
    std::string name = "agent";
    std::string principal;  ///< empty: the name
    std::vector<std::string> scopes{"eval"};
};

/// Makes a random token and prints it, and behind it the element of auth.tokens that stands for it. 0, or 2 with a line
/// on stderr when the configuration would not take that element.
int print_new_token(const NewToken& wanted);

}  // namespace evald::service
