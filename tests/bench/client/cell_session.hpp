#pragma once

#include "client/http_client.hpp"
#include "client/options.hpp"
#include "client/websocket_client.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace bench {

/// What one execution took and brought. Times in microseconds from its sending.
struct Execution {
    double total = 0;
    double first_output = 0;
    std::uint64_t lines = 0;
    std::uint64_t messages = 0;
    std::uint64_t bytes = 0;
};

/// A session of the service in which cells are executed one after the other.
class CellSession {
public:
    explicit CellSession(const Options& options);

    void open();
    Execution execute(const std::string& code);
    /// Over the WebSocket only: send, then wait. Answers the message id.
    std::string start(const std::string& code);
    Execution wait_done(const std::string& message_id, double started_us);
    void interrupt();
    /// Deletes it.
    void drop();

    [[nodiscard]] double create_us() const { return create_us_; }
    [[nodiscard]] double connect_us() const { return connect_us_; }
    /// A template of the options with the names of this session.
    [[nodiscard]] std::string filled_path(const std::string& text) const;
    [[nodiscard]] const std::string& name() const { return names_.at("sid"); }

private:
    using Names = std::map<std::string, std::string>;
    [[nodiscard]] std::string message(const std::string& id, const std::string& code) const;
    void note_output(Execution& execution, std::string_view text, double started_us) const;

    const Options& options_;
    HttpClient http_;
    WebSocketClient websocket_;
    Names names_;
    double create_us_ = 0, connect_us_ = 0;
};

}  // namespace bench
