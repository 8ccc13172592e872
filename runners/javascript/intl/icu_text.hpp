#pragma once

#include <duktape.h>

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "intl/icu_library.hpp"

namespace evald::js {

/// The engine's text as UTF-16, unit by unit (lone surrogates stay), and back.
std::u16string to_utf16(std::string_view script_text);
std::string from_utf16(std::u16string_view text);

/// A string argument in UTF-16.
std::u16string utf16_at(duk_context* ctx, duk_idx_t index);
void push_utf16(duk_context* ctx, std::u16string_view text);

/// The name ICU has for a language tag ("de-u-co-phonebk" is "de@collation=phonebook").
std::string icu_locale(std::string_view tag);

/// The text of an ICU function that fills a buffer: `fill(buffer, capacity, status)` gives the length it needs.
std::u16string filled_text(const std::function<int32_t(UChar*, int32_t, UErrorCode*)>& fill);
std::string filled_name(const std::function<int32_t(char*, int32_t, UErrorCode*)>& fill);

/// Formatters by what they were made of. Making one costs up to milliseconds, so scripts' objects share them; when many
/// have gathered, all are let go, since the script may be done with them.
template <class Handle>
class FormatterCache {
public:
    using Close = void (*)(Handle*);

    Handle* find_or_make(const std::string& key, const std::function<Handle*()>& make, Close close) {
        if (const auto found = kept_.find(key); found != kept_.end()) {
            return found->second;
        }
        Handle* made = make();
        constexpr std::size_t k_most = 64;
        if (kept_.size() >= k_most) {
            for (const auto& [name, handle] : kept_) {
                close(handle);
            }
            kept_.clear();
        }
        kept_.emplace(key, made);
        return made;
    }

private:
    std::unordered_map<std::string, Handle*> kept_;
};

/// Closes an ICU object at the end of a scope.
template <class Handle>
class IcuHandle {
public:
    IcuHandle(Handle* handle, void (*close)(Handle*)) : handle_(handle), close_(close) {}
    ~IcuHandle() {
        if (handle_ != nullptr) {
            close_(handle_);
        }
    }
    IcuHandle(const IcuHandle&) = delete;
    IcuHandle& operator=(const IcuHandle&) = delete;
    Handle* get() const { return handle_; }

private:
    Handle* handle_;
    void (*close_)(Handle*);
};

}  // namespace evald::js
