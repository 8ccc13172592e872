#pragma once

#include "base/error.hpp"

#include <doctest/doctest.h>

namespace doctest {

/// Lets CHECK and REQUIRE take a Result as it stands: a failed one shows its message.
template <class T>
struct StringMaker<evald::Result<T>> {
    static String convert(const evald::Result<T>& result) {
        return result ? String("a value") : String(("error: " + result.error().message).c_str());
    }
};

}  // namespace doctest
