#include "api/object_reader.hpp"

#include "api/json_document.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace evald::service {
namespace {

namespace dom = simdjson::dom;

constexpr std::size_t k_most_faults = 100;

}  // namespace

void Faults::add(std::string pointer, std::string message) {
    if (list_.size() >= k_most_faults) return;
    FieldError fault;
    fault.pointer = std::move(pointer);
    fault.message = std::move(message);
    list_.push_back(std::move(fault));
}

Error Faults::error() && {
    Error error;
    error.code = ErrorCode::invalid_request;
    error.message = list_.size() == 1
                        ? "The request has a fault: " + (list_[0].pointer.empty() ? "it" : list_[0].pointer) + " " +
                              list_[0].message + "."
                        : "The request has " + std::to_string(list_.size()) + " faults.";
    error.fields = std::move(list_);
    return error;
}

std::string ObjectReader::pointer_to(std::string_view name) const { return pointer_ + "/" + pointer_step(name); }

void ObjectReader::fault(std::string_view name, std::string message) const {
    faults_.add(pointer_to(name), std::move(message));
}

std::optional<dom::element> ObjectReader::member(std::string_view name) const {
    dom::element value;
    if (object_.at_key(name).get(value) != simdjson::SUCCESS) return std::nullopt;
    return value;
}

std::optional<std::string_view> ObjectReader::text(std::string_view name) const {
    const auto value = member(name);
    if (!value) return std::nullopt;
    std::string_view text;
    if (value->get(text) == simdjson::SUCCESS) return text;
    fault(name, "must be a string");
    return std::nullopt;
}

std::optional<std::string_view> ObjectReader::needed_text(std::string_view name) const {
    if (member(name)) return text(name);
    fault(name, "is missing; it must be a string");
    return std::nullopt;
}

std::optional<bool> ObjectReader::boolean(std::string_view name) const {
    const auto value = member(name);
    if (!value) return std::nullopt;
    bool flag = false;
    if (value->get(flag) == simdjson::SUCCESS) return flag;
    fault(name, "must be true or false");
    return std::nullopt;
}

std::optional<std::uint64_t> ObjectReader::whole_number(std::string_view name, std::uint64_t least) const {
    const auto value = member(name);
    if (!value) return std::nullopt;
    // 5.0 is a whole number too: some writers cannot say it otherwise.
    constexpr double largest = 9'007'199'254'740'992.0;
    std::uint64_t number = 0;
    double real = 0;
    if (value->is<std::uint64_t>() && value->get(number) == simdjson::SUCCESS && number >= least) return number;
    if (value->type() == dom::element_type::DOUBLE && value->get(real) == simdjson::SUCCESS &&
        real == std::floor(real) && real >= static_cast<double>(least) && real <= largest)
        return static_cast<std::uint64_t>(real);
    fault(name, "must be a whole number of at least " + std::to_string(least));
    return std::nullopt;
}

std::optional<dom::array> ObjectReader::array(std::string_view name) const {
    const auto value = member(name);
    if (!value) return std::nullopt;
    dom::array array;
    if (value->get(array) == simdjson::SUCCESS) return array;
    fault(name, "must be an array");
    return std::nullopt;
}

std::optional<dom::object> ObjectReader::object(std::string_view name) const {
    const auto value = member(name);
    if (!value) return std::nullopt;
    dom::object object;
    if (value->get(object) == simdjson::SUCCESS) return object;
    fault(name, "must be an object");
    return std::nullopt;
}

void ObjectReader::allow_only(std::initializer_list<std::string_view> names) const {
    for (const dom::key_value_pair pair : object_) {
        if (std::ranges::find(names, pair.key) != names.end()) continue;
        std::string known;
        for (const std::string_view name : names) known.append(known.empty() ? "" : ", ").append(name);
        fault(pair.key, "is not known here; known are " + known);
    }
}

}  // namespace evald::service
