#pragma once

#include "http/caller.hpp"

#include <chrono>
#include <cstddef>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace evald::service {

/// Who has signed in to the web page: what its cookie stands for. Kept in memory only, so a restart signs everybody out.
///
/// A cookie is 256 random bits; it is looked up by its SHA-256, so the time that takes tells nothing of it. A login ends
/// when it has not been used for a while; with too many of them the one that was used longest ago goes. Loop thread.
class LoginTable {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    struct Login {
        Caller caller;
        std::string csrf_token;  ///< what requests that change something must repeat
    };
    struct Opened {
        std::string cookie, csrf_token;
    };

    explicit LoginTable(std::chrono::milliseconds ttl, std::size_t most = 10'000) : ttl_(ttl), most_(most) {}

    Opened open(Caller caller, TimePoint now);
    /// The login of a cookie, which counts as a use of it; null when there is none. Valid until the next call.
    const Login* find(std::string_view cookie, TimePoint now);
    void close(std::string_view cookie);
    void close_all();
    [[nodiscard]] std::size_t size() const { return order_.size(); }

private:
    struct Entry {
        std::string key;
        Login login;
        TimePoint last_used;
    };
    using Place = std::list<Entry>::iterator;
    void drop(Place entry);

    std::chrono::milliseconds ttl_;
    std::size_t most_;
    std::list<Entry> order_;  ///< used last at the end
    std::unordered_map<std::string, Place> entries_;
};

}  // namespace evald::service
