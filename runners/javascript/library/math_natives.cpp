#include <array>
#include <cmath>
#include <string_view>

#include "engine/script_text.hpp"
#include "library/natives.hpp"

namespace evald::js {

namespace {

template <double (*function)(double)>
duk_ret_t math_function(duk_context* ctx) {
    duk_push_number(ctx, function(duk_to_number(ctx, 0)));
    return 1;
}

/// Through the wider type: cubes of integers come out whole.
double cube_root(double value) { return static_cast<double>(std::cbrt(static_cast<long double>(value))); }

double to_float(double value) { return static_cast<double>(static_cast<float>(value)); }

/// math(name): the C library's function of that name.
duk_ret_t math(duk_context* ctx) {
    struct Entry {
        std::string_view name;
        duk_c_function function;
    };
    static constexpr std::array<Entry, 12> k_functions{{{"cbrt", math_function<cube_root>},
                                                        {"log1p", math_function<std::log1p>},
                                                        {"expm1", math_function<std::expm1>},
                                                        {"sinh", math_function<std::sinh>},
                                                        {"cosh", math_function<std::cosh>},
                                                        {"tanh", math_function<std::tanh>},
                                                        {"asinh", math_function<std::asinh>},
                                                        {"acosh", math_function<std::acosh>},
                                                        {"atanh", math_function<std::atanh>},
                                                        {"log2", math_function<std::log2>},
                                                        {"log10", math_function<std::log10>},
                                                        {"fround", math_function<to_float>}}};
    const std::string_view name = string_at(ctx, 0);
    for (const Entry& entry : k_functions) {
        if (entry.name == name) {
            duk_push_c_function(ctx, entry.function, 1);
            return 1;
        }
    }
    return 0;
}

}  // namespace

void define_math_natives(duk_context* ctx) {
    duk_push_c_function(ctx, math, 1);
    duk_put_prop_string(ctx, -2, "math");
}

}  // namespace evald::js
