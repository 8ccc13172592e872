// Compiles the library's scripts when it is built, so that no start of a runner has to:
//   evald-js-compile OUTPUT FUNCTION PREFIX FOLDER SCRIPT…
// OUTPUT is C++ that defines the list FUNCTION() of the scripts in FOLDER, named PREFIX and the path without ".js", as the
// engine's bytecode. That fits only the engine that it was made with; both come from the same build.
// What the engine asks of its host; declared before its header, which does so without a language.
extern "C" int evald_engine_should_stop(void* engine);
extern "C" int evald_native_stack_is_low();
extern "C" void evald_engine_fatal(void* engine, const char* message);

#include <duktape.h>

#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "protocol/number_text.hpp"

int evald_engine_should_stop(void* /*engine*/) { return 0; }
int evald_native_stack_is_low() { return 0; }
void evald_engine_fatal(void* /*engine*/, const char* message) {
    std::cerr << message << "\n";
    std::abort();
}
extern "C" std::size_t evald_number_text(double value, char* text) {
    return evald::js::number_text(value).copy(text, 40);
}

namespace {

/// Adds the bytes of a compiled script as an array.
bool add(std::string& out, const std::string& name, const std::string& text, std::size_t number) {
    duk_context* ctx = duk_create_heap_default();
    duk_push_lstring(ctx, name.data(), name.size());
    const bool is_right = duk_pcompile_lstring_filename(ctx, DUK_COMPILE_EVAL, text.data(), text.size()) == 0;
    if (is_right) {
        duk_dump_function(ctx);
        std::size_t size = 0;
        const auto* bytes = static_cast<const unsigned char*>(duk_get_buffer_data(ctx, -1, &size));
        out += "constexpr unsigned char k_script_" + std::to_string(number) + "[] = {";
        for (std::size_t i = 0; i < size; ++i) {
            out += std::to_string(bytes[i]) + ",";
        }
        out += "0};\n";
    } else {
        std::cerr << name << ": " << duk_safe_to_string(ctx, -1) << "\n";
    }
    duk_destroy_heap(ctx);
    return is_right;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 5) {
        std::cerr << "usage: evald-js-compile OUTPUT FUNCTION PREFIX FOLDER SCRIPT...\n";
        return 2;
    }
    std::string arrays;
    std::string entries;
    for (int i = 5; i < argc; ++i) {
        const std::string file = argv[i];
        const std::string name = argv[3] + file.substr(0, file.rfind(".js"));
        std::ifstream in(argv[4] + ("/" + file), std::ios::binary);
        const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
        const auto number = static_cast<std::size_t>(i - 5);
        if (!in.is_open() || !add(arrays, name, text, number)) {
            std::cerr << "evald-js-compile: " << file << " could not be compiled\n";
            return 1;
        }
        const std::string array = "k_script_" + std::to_string(number);
        entries +=
            "{\"" + name + "\", {reinterpret_cast<const char*>(" + array + "), sizeof " + array + " - 1}, true},\n";
    }
    std::ofstream out(argv[1]);
    out << "#include \"library/sources.hpp\"\nnamespace evald::js {\nnamespace {\n"
        << arrays << "}\nstd::vector<LibrarySource> " << argv[2] << "() { return {" << entries << "}; }\n}\n";
    return out.good() ? 0 : 1;
}
