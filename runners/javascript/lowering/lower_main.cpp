// Reads a source, writes its lowered form: evald-js-lower [cell|module|common_js] < source
#include <iostream>
#include <iterator>

#include "lowering/lowering.hpp"

int main(int argc, char** argv) {
    using namespace evald::js;
    const std::string text((std::istreambuf_iterator<char>(std::cin)), std::istreambuf_iterator<char>());
    const std::string_view kind = argc > 1 ? argv[1] : "cell";
    Source source{"source", text, SourceKind::cell};
    if (kind == "module") {
        source.kind = SourceKind::module;
    } else if (kind == "common_js") {
        source.kind = SourceKind::common_js;
    }
    const Lowering::Result result = make_modern_lowering()->lower(source);
    if (const auto* fault = std::get_if<SyntaxFault>(&result)) {
        std::cerr << fault->line << ":" << fault->column << ": " << fault->message << "\n";
        return 1;
    }
    std::cout << std::get<LoweredSource>(result).text << "\n";
    return 0;
}
