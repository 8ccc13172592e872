#include "protocol/frame_codec.hpp"

#include "platform/line_reader.hpp"
#include "protocol/json_text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <simdjson.h>
#include <utility>

namespace evald {
namespace {

namespace dom = simdjson::dom;

static_assert(LineReader::k_padding >= simdjson::SIMDJSON_PADDING);

/// A parser takes some 14 bytes for each byte of the longest line; above this it is given back after use.
constexpr std::size_t k_kept_capacity = std::size_t{1} << 20U;
constexpr std::size_t k_first_capacity = std::size_t{4} << 10U;

constexpr std::array<std::pair<std::string_view, FrameType>, 12> k_types{{
    {"stdout", FrameType::stdout_text},
    {"stderr", FrameType::stderr_text},
    {"started", FrameType::started},
    {"done", FrameType::done},
    {"result", FrameType::result},
    {"display", FrameType::display},
    {"error", FrameType::error},
    {"tool", FrameType::tool},
    {"barrier", FrameType::barrier},
    {"clear_output", FrameType::clear_output},
    {"pong", FrameType::pong},
    {"ready", FrameType::ready},
}};

/// Whether the member is there and of the type of `out`.
template <class Value>
bool read(const dom::object& object, std::string_view name, Value& out) {
    return object.at_key(name).get(out) == simdjson::SUCCESS;
}

/// Whether the member is absent, or of the type of `out`.
template <class Value>
bool read_optional(const dom::object& object, std::string_view name, Value& out) {
    const simdjson::error_code error = object.at_key(name).get(out);
    return error == simdjson::SUCCESS || error == simdjson::NO_SUCH_FIELD;
}

std::string_view member_text(std::string_view object, std::string_view name) {
    JsonMembers members(object);
    while (members.next()) {
        if (members.key() == name) return members.value();
    }
    return {};
}

bool read_bundle(const dom::object& frame, std::string_view line, MimeBundle& bundle) {
    dom::object values;
    const std::string_view text = member_text(line, "bundle");
    if (!read(frame, "bundle", values) || text.empty()) return false;
    JsonMembers members(text);
    for (const dom::key_value_pair member : values) {
        if (!members.next()) return false;
        MimeEntry& entry = bundle.entries.emplace_back();
        entry.mime_type = member.key;
        std::string_view string;
        entry.is_string = member.value.get(string) == simdjson::SUCCESS;
        if (entry.is_string) {
            entry.text = string;
            entry.json = members.value();
        } else {
            append_compact_json(entry.json, members.value());
        }
    }
    return true;
}

bool read_display(const dom::object& object, std::string_view line, Frame& frame) {
    dom::object transient;
    if (!read_optional(object, "update", frame.update) || !read_bundle(object, line, frame.bundle)) return false;
    if (read(object, "transient", transient)) append_compact_json(frame.transient_json, member_text(line, "transient"));
    return true;
}

bool read_error(const dom::object& object, Frame& frame) {
    dom::array lines;
    if (!read(object, "ename", frame.ename) || !read(object, "evalue", frame.evalue) ||
        !read(object, "traceback", lines))
        return false;
    for (const dom::element line : lines) {
        if (line.get(frame.traceback.emplace_back()) != simdjson::SUCCESS) return false;
    }
    return true;
}

bool read_tool(const dom::object& object, std::string_view line, Frame& frame) {
    if (!read(object, "callId", frame.call_id) || !read(object, "name", frame.name)) return false;
    append_compact_json(frame.args_json, member_text(line, "args"));
    return !frame.args_json.empty();
}

bool read_done(const dom::object& object, Frame& frame) {
    std::string_view status;
    if (!read(object, "status", status) || (status != "ok" && status != "error")) return false;
    frame.ok = status == "ok";
    std::int64_t exit_code = std::numeric_limits<std::int64_t>::max();
    if (!read_optional(object, "executionCount", frame.execution_count) ||
        !read_optional(object, "cancelled", frame.cancelled) || !read_optional(object, "restart", frame.restart) ||
        !read_optional(object, "exitCode", exit_code)) {
        return false;
    }
    if (std::in_range<int>(exit_code)) frame.exit_code = static_cast<int>(exit_code);
    return true;
}

bool read_ready(const dom::object& object, Frame& frame) {
    return read(object, "protocol", frame.number) && read_optional(object, "version", frame.version);
}

bool read_by_type(const dom::object& object, std::string_view line, Frame& frame) {
    switch (frame.type) {
        case FrameType::stdout_text:
        case FrameType::stderr_text: return read(object, "data", frame.text);
        case FrameType::result: return read_bundle(object, line, frame.bundle);
        case FrameType::display: return read_display(object, line, frame);
        case FrameType::error: return read_error(object, frame);
        case FrameType::tool: return read_tool(object, line, frame);
        case FrameType::done: return read_done(object, frame);
        case FrameType::barrier: return read(object, "n", frame.number);
        case FrameType::clear_output: return read_optional(object, "wait", frame.wait);
        case FrameType::ready: return read_ready(object, frame);
        case FrameType::started:
        case FrameType::pong: return true;
    }
    return false;
}

}  // namespace

struct FrameCodec::Parser {
    dom::parser dom;

    /// Makes room for a line, by steps so that slowly growing lines don't each allocate.
    bool fit(std::size_t size) {
        if (dom.capacity() > k_kept_capacity && size <= k_kept_capacity) dom = dom::parser();
        if (dom.capacity() >= size) return true;
        const std::size_t wanted = size > k_kept_capacity ? size : std::max(k_first_capacity, std::bit_ceil(size));
        return dom.allocate(wanted, k_max_depth) == simdjson::SUCCESS;
    }

    simdjson::error_code parse(std::string_view line, dom::object& object) {
        return dom.parse(line.data(), line.size(), false).get(object);
    }

    /// For a line with numbers that this parser has no type for. Their digits are taken from the line, not from here.
    simdjson::error_code parse_with_big_integers(std::string_view line, dom::object& object) {
        std::string copy(line);
        if (!blur_big_integers(copy)) return simdjson::NUMBER_ERROR;
        copy.resize(line.size() + LineReader::k_padding);
        return parse(std::string_view(copy).substr(0, line.size()), object);
    }
};

FrameCodec::FrameCodec() : parser_(std::make_unique<Parser>()) {}

FrameCodec::~FrameCodec() = default;

const Frame* FrameCodec::decode(std::string_view line) {
    if (decode_into_frame(line)) return &frame_;
    ++garbage_lines_;
    return nullptr;
}

bool FrameCodec::decode_into_frame(std::string_view line) {
    frame_ = Frame();
    if (line.empty() || line.front() != '{' || !parser_->fit(line.size())) return false;
    dom::object object;
    simdjson::error_code error = parser_->parse(line, object);
    if (error == simdjson::NUMBER_ERROR) error = parser_->parse_with_big_integers(line, object);
    if (error != simdjson::SUCCESS) return false;

    std::string_view type;
    if (!read(object, "type", type) || !read_optional(object, "id", frame_.id)) return false;
    const auto known =
        std::find_if(k_types.begin(), k_types.end(), [&](const auto& entry) { return entry.first == type; });
    if (known == k_types.end()) return false;
    frame_.type = known->second;
    return read_by_type(object, line, frame_);
}

}  // namespace evald
