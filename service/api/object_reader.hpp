#pragma once

#include "base/error.hpp"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <simdjson.h>
#include <string>
#include <string_view>
#include <vector>

namespace evald::service {

/// Collects what is wrong with a request, so that all of it is told at once.
class Faults {
public:
    void add(std::string pointer, std::string message);
    [[nodiscard]] bool empty() const { return list_.empty(); }
    [[nodiscard]] std::size_t size() const { return list_.size(); }
    /// invalid_request with all of them.
    [[nodiscard]] Error error() &&;

private:
    std::vector<FieldError> list_;
};

/// Takes one JSON object apart: members by name and type. A member of another type, a missing one that is needed, and
/// any name that is not known are faults, each with its pointer.
class ObjectReader {
public:
    /// `pointer` is where the object stands, "" for the root. `faults` outlives the reader.
    ObjectReader(simdjson::dom::object object, std::string pointer, Faults& faults)
        : object_(object), pointer_(std::move(pointer)), faults_(faults) {}

    [[nodiscard]] std::optional<simdjson::dom::element> member(std::string_view name) const;
    std::optional<std::string_view> text(std::string_view name) const;
    std::optional<std::string_view> needed_text(std::string_view name) const;
    std::optional<bool> boolean(std::string_view name) const;
    /// A whole number of at least `least`; larger than 64 bits is the largest there is.
    std::optional<std::uint64_t> whole_number(std::string_view name, std::uint64_t least) const;
    std::optional<simdjson::dom::array> array(std::string_view name) const;
    std::optional<simdjson::dom::object> object(std::string_view name) const;

    /// Every other name is a fault.
    void allow_only(std::initializer_list<std::string_view> names) const;
    void fault(std::string_view name, std::string message) const;
    [[nodiscard]] std::string pointer_to(std::string_view name) const;

private:
    simdjson::dom::object object_;
    std::string pointer_;
    Faults& faults_;
};

}  // namespace evald::service
