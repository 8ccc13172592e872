#include "middleware/login_table.hpp"

#include "middleware/token_table.hpp"
#include "platform/sha256.hpp"

#include <utility>

namespace evald::service {

LoginTable::Opened LoginTable::open(Caller caller, TimePoint now) {
    while (!order_.empty() && (order_.size() >= most_ || now - order_.front().last_used > ttl_)) drop(order_.begin());
    Opened opened;
    opened.cookie = random_token();
    opened.csrf_token = random_token();
    Entry entry;
    entry.key = sha256_hex(opened.cookie);
    entry.login.caller = std::move(caller);
    entry.login.csrf_token = opened.csrf_token;
    entry.last_used = now;
    order_.push_back(std::move(entry));
    entries_.emplace(order_.back().key, std::prev(order_.end()));
    return opened;
}

const LoginTable::Login* LoginTable::find(std::string_view cookie, TimePoint now) {
    const auto found = entries_.find(sha256_hex(cookie));
    if (found == entries_.end()) return nullptr;
    const Place entry = found->second;
    if (now - entry->last_used > ttl_) {
        drop(entry);
        return nullptr;
    }
    entry->last_used = now;
    order_.splice(order_.end(), order_, entry);
    return &entry->login;
}

void LoginTable::close(std::string_view cookie) {
    const auto found = entries_.find(sha256_hex(cookie));
    if (found != entries_.end()) drop(found->second);
}

void LoginTable::close_all() {
    entries_.clear();
    order_.clear();
}

void LoginTable::drop(Place entry) {
    entries_.erase(entry->key);
    order_.erase(entry);
}

}  // namespace evald::service
