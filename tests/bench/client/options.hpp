#pragma once

#include <string>
#include <vector>

namespace bench {

/// How to speak to a service and what to measure. Templates know {id} (session made by the service), {sid} (session
/// named by the client), {mid} (message id) and {code} (a JSON string, quoted).
struct Options {
    std::string host = "127.0.0.1";
    std::string port = "8080";
    std::string test = "warm";
    std::string transport = "ws";      ///< ws, or http: an execution is one request
    std::vector<std::string> headers;  ///< whole lines

    std::string create_method = "POST";
    std::string create_path;  ///< empty: the client names its session
    std::string create_body = "{}";
    std::string id_key = "id";
    std::string ws_path;
    std::string exec_template;
    std::string exec_path;
    std::string exec_method = "POST";
    std::vector<std::string> done;  ///< texts that must all be seen before a run is over
    std::string belongs = "{mid}";  ///< what a message of the run holds; empty: all messages are of the run
    std::string stream_match;       ///< marks a message with output
    std::string interrupt_method = "POST";
    std::string interrupt_path;
    std::string interrupt_message;  ///< over the WebSocket, in place of a request
    std::string delete_method = "DELETE";
    std::string delete_path;

    std::string code = "1+1";
    std::string language = "python";
    bool quick_ack = false;  ///< acknowledge at once: shows whether the server waits for it
    bool bulk = false;
    int count = 500;
    int warm_up = 20;
    int sessions = 4;
    int timeout_s = 120;
    int gap_us = 0;
    std::string greeting;  ///< what a watcher sends first; empty: it gets everything anyway
    int watchers = 100;
    int message_bytes = 5'000;
    int rate = 10;  ///< messages a second
    int lines = 250'000;
    int width = 80;
};

/// Reads --flag value pairs; throws std::invalid_argument on an unknown one. `--preset evald|evald-http|jupyter|
/// floor|echo` sets how to speak to a known service, whatever stands before or after it.
Options parse_options(int count, char** arguments);

}  // namespace bench
