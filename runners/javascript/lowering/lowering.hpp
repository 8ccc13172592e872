#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace evald::js {

enum class SourceKind {
    cell,
    module,
    common_js,
    evaluated,        ///< text that a script gives to eval(): its `let` and `const` are its own
    evaluated_inside  ///< the same for a direct call of eval, which sees the names around it: all its names are its own
};

struct Source {
    std::string_view name;  ///< "<cell 3>" or a path, for messages
    std::string_view text;  ///< UTF-8
    SourceKind kind = SourceKind::cell;
    bool meets_big_integers = false;  ///< others of this session have made some
    std::uint32_t number = 0;         ///< under which its text is kept, for functions to tell theirs; 0: it is not
};

/// What the engine can run, and where each of its lines came from.
struct LoweredSource {
    std::string text;
    /// Source line of each line of `text`, counted from 1; empty: the same line.
    std::vector<std::size_t> lines;

    /// The text is a function expression, to be called with the runtime's helpers; else it is run as it is.
    bool is_function = false;
    /// The function answers with a promise.
    bool is_async = false;
    bool makes_big_integers = false;
    /// Names that the top level declares for all: properties of the global object.
    std::vector<std::string> globals;

    std::size_t source_line(std::size_t line) const {
        return line >= 1 && line <= lines.size() ? lines[line - 1] : line;
    }
};

struct SyntaxFault {
    std::string message;
    std::size_t line = 0;    ///< from 1; 0: not known
    std::size_t column = 0;  ///< from 1, in characters; 0: not known
};

/// Turns what agents write into what the engine runs. Everything that is evaluated goes through it: cells, modules,
/// files. Text in, text out; knows no engine. One for each session: what cells declare with `const` is remembered.
class Lowering {
public:
    using Result = std::variant<LoweredSource, SyntaxFault>;

    virtual ~Lowering() = default;
    virtual Result lower(const Source& source) const = 0;
};

/// ES2023 on an engine of ES5: parsed with tree-sitter, lowered feature by feature, every token on its source's line.
std::unique_ptr<Lowering> make_modern_lowering();

/// Hands the text on as it is: for sources in ECMAScript 5.
std::unique_ptr<Lowering> make_unchanged_lowering();

}  // namespace evald::js
