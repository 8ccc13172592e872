#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string_view>

#include "engine/interrupt.hpp"
#include "engine/native_stack.hpp"
#include "protocol/descriptors.hpp"
#include "runtime.hpp"

namespace {

std::size_t heap_limit() {
    constexpr std::size_t k_default = 512 << 20;
    constexpr std::size_t k_least = 4 << 20;
    const char* text = std::getenv("EVAL_HEAP_LIMIT");
    const unsigned long long bytes = text != nullptr ? std::strtoull(text, nullptr, 10) : 0;
    return bytes == 0 ? k_default : std::max<std::size_t>(bytes, k_least);
}

}  // namespace

int main(int argc, char** argv) {
    using namespace evald::js;
    const bool stdio = argc > 1 && std::string_view(argv[1]) == "--stdio";
    try {
        NativeStack::measure();
        // Nothing may open a descriptor before this.
        const auto descriptors =
            take_protocol_descriptors(stdio ? ProtocolPlace::standard_streams : ProtocolPlace::inherited);
        Interrupt::install();
        Runtime runtime(descriptors, heap_limit());
        runtime.run();
        std::_Exit(EXIT_SUCCESS);  // taking down a large heap piece by piece would only cost time
    } catch (const std::exception& error) {
        std::fprintf(stderr, "evald-js: %s\n", error.what());
        return EXIT_FAILURE;
    }
}
