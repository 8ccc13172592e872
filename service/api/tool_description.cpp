#include "api/tool_description.hpp"

#include "base/json_writer.hpp"
#include "config/units.hpp"

namespace evald::service {
namespace {

constexpr std::string_view k_python =
    R"(
Python: the value of the last expression is shown unless a ; ends the line; _ is the last value shown. await works at top level; asyncio.run() works in a cell without top-level await. print(), figures of matplotlib, images of PIL and tables of pandas are shown as in a notebook. Magics: %pip install, %cd, %pwd, %ls, %env, %set_env, %time, %timeit, %who, %whos, %reset, %load, %run, %%bash, %%sh, %%capture, %%timeit, %%writefile; !command runs in a shell and its value is its output. input() is not available.
)";

constexpr std::string_view k_javascript =
    R"(
JavaScript: the value of a top-level return, else of the last expression, is shown. await works at top level, and so do import and require. console.log() prints. Declarations at top level live on and may be made again.
)";

constexpr std::string_view k_helpers =
    R"(
Helpers: display(value) shows any value richly (objects as JSON, images as images); read(path, offset, limit), write(path, content), append(path, content), tree(path, max_depth), diff(a, b) work on files, lines counted from 1; sort(text), uniq(text), counter(items) on texts; env(key, value); log(message) and phase(title) tell those who watch how the work goes; output(id) and read("artifact://ID") bring back output that was cut.
)";

constexpr std::string_view k_tools =
    R"(
Tools: tool.NAME(arguments) calls a tool of the host by name, tool.list() says which there are and what they take. agent(prompt, agent, label, schema, handle) has an agent do a task, completion(prompt, model, system, schema) asks a model (smol, default or slow); all but the prompt is optional, and both give text, or parsed data with a JSON schema, and while one is at work the cell's timeout stands still. parallel([functions]) runs functions side by side and gives their results in order, pipeline(items, stage, …) sends items through functions.
)";

std::string seconds_text(std::chrono::milliseconds value) { return std::to_string(value.count() / 1000) + " s"; }

std::string languages_text(const ToolFacts& facts) {
    if (facts.has_python && facts.has_javascript) return "Python (\"py\") or JavaScript (\"js\")";
    return facts.has_python ? "Python (\"py\")" : "JavaScript (\"js\")";
}

std::string introduction(const ToolFacts& facts) {
    const bool keeps = facts.config.kernel.mode == "session";
    std::string text = "Runs cells of " + languages_text(facts);
    text += keeps ? " in persistent kernels: what a cell defines is there for later cells and later calls, each "
                    "language for itself."
                  : ", each in a fresh kernel: nothing that a cell defines is there for the next one, only files are.";
    text +=
        " Cells run in order and end at the first that fails; what earlier ones did stays, so send the rest again, "
        "not all. Prefer several small cells with a title each.\n";
    return text;
}

std::string limits_text(const ToolFacts& facts) {
    const Config& config = facts.config;
    std::string text = "\nLimits: a cell may take " + seconds_text(config.limits.cell_timeout) +
                       " unless its timeout says otherwise (at most " + seconds_text(config.limits.cell_timeout_max) +
                       "); it is interrupted then and its names are kept. A call holds at most " +
                       std::to_string(config.limits.cells) + " cells. Of long output the first " +
                       format_size(config.output.head_bytes) + " and the last " +
                       format_size(config.output.tail_bytes) + " are shown, all of it is kept as an artifact.";
    if (config.kernel.mode == "session") text += " reset: true gives the cell's language a fresh kernel first.";
    return text;
}

std::string configured_text(const ToolFacts& facts) {
    std::string text;
    for (const ToolSpec& tool : facts.tools) {
        if (tool.name == "completion" || tool.name == "agent") continue;
        text += "- tool." + tool.name + (tool.description.empty() ? "" : ": " + tool.description) + "\n";
    }
    return text.empty() ? text : "Always there:\n" + text;
}

void write_cell_schema(JsonWriter& json, const ToolFacts& facts) {
    json.begin_object().member("type", "object").key("properties").begin_object();
    json.key("language").begin_object().member("type", "string").key("enum").begin_array();
    if (facts.has_python) json.string("py");
    if (facts.has_javascript) json.string("js");
    json.end_array().member("description", "What the code is written in.").end_object();
    json.key("code").begin_object().member("type", "string");
    json.member("description", "The cell, verbatim: no fences, no markers.").end_object();
    json.key("title").begin_object().member("type", "string");
    json.member("description", "A few words on what it does.").end_object();
    json.key("timeout").begin_object().member("type", "integer").member("minimum", 1);
    json.member("maximum", std::int64_t{facts.config.limits.cell_timeout_max.count() / 1000});
    json.member("description",
                "Seconds; " + std::to_string(facts.config.limits.cell_timeout.count() / 1000) + " when left out.")
        .end_object();
    json.key("reset").begin_object().member("type", "boolean");
    json.member("description", "Wipe this language's state before the cell.").end_object();
    json.end_object().key("required").begin_array().string("language").string("code").end_array();
    json.member("additionalProperties", false).end_object();
}

}  // namespace

std::optional<ToolFormat> tool_format_from(std::string_view name) {
    if (name == "json-schema") return ToolFormat::json_schema;
    if (name == "openai") return ToolFormat::openai;
    if (name == "anthropic") return ToolFormat::anthropic;
    if (name == "mcp") return ToolFormat::mcp;
    return std::nullopt;
}

std::string tool_description(const ToolFacts& facts) {
    std::string text = introduction(facts);
    if (facts.has_python) text += k_python;
    if (facts.has_javascript) text += k_javascript;
    text += k_helpers;
    text += k_tools;
    text += configured_text(facts);
    if (facts.has_javascript && facts.has_python)
        text +=
            "In JavaScript options go in an object at the end, and all helpers but display, print, env, log and phase "
            "give promises: await them.\n";
    else if (facts.has_javascript)
        text +=
            "Options go in an object at the end; all helpers but display, print, env, log and phase give promises: "
            "await them.\n";
    return text + limits_text(facts);
}

std::string tool_schema_json(const ToolFacts& facts) {
    std::string out;
    JsonWriter json(out);
    json.begin_object().member("type", "object").key("properties").begin_object();
    json.key("cells")
        .begin_object()
        .member("type", "array")
        .member("minItems", 1)
        .member("maxItems", facts.config.limits.cells);
    json.member("description", "Run in this order.").key("items");
    write_cell_schema(json, facts);
    json.end_object().end_object();
    json.key("required").begin_array().string("cells").end_array().member("additionalProperties", false).end_object();
    return out;
}

std::string tool_json(const ToolFacts& facts, ToolFormat format) {
    const bool is_openai = format == ToolFormat::openai;
    std::string_view schema_name = "parameters";
    if (format == ToolFormat::anthropic) schema_name = "input_schema";
    if (format == ToolFormat::mcp) schema_name = "inputSchema";
    std::string out;
    JsonWriter json(out);
    json.begin_object();
    if (is_openai) json.member("type", "function").key("function").begin_object();
    json.member("name", "eval").member("description", tool_description(facts));
    json.key(schema_name).raw(tool_schema_json(facts)).end_object();
    if (is_openai) json.end_object();
    return out;
}

}  // namespace evald::service
