#include "client/measurements.hpp"

#include "client/cell_session.hpp"
#include "client/fan_out.hpp"
#include "client/http_client.hpp"
#include "client/tool_calls.hpp"
#include "measure/cell_code.hpp"
#include "measure/stopwatch.hpp"
#include "measure/summary.hpp"

#include <deque>
#include <iostream>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

namespace bench {
namespace {

using nlohmann::json;

constexpr double k_us_to_ms = 1e-3;

void warm_up(CellSession& session, const Options& options) {
    for (int i = 0; i < options.warm_up; ++i) session.execute(options.code);
}

json measure_warm(const Options& options) {
    CellSession session(options);
    session.open();
    warm_up(session, options);
    std::vector<double> times;
    std::uint64_t messages = 0;
    const double processor_before = processor_us();
    for (int i = 0; i < options.count; ++i) {
        const Execution execution = session.execute(options.code);
        times.push_back(execution.total);
        messages += execution.messages;
        if (options.gap_us > 0) usleep(static_cast<useconds_t>(options.gap_us));
    }
    const double processor = processor_us() - processor_before;
    session.drop();
    return {{"unit", "us"},
            {"round_trip", summary(times)},
            {"client_cpu_us", processor / options.count},
            {"messages", static_cast<double>(messages) / options.count}};
}

json measure_cold(const Options& options) {
    constexpr useconds_t pause_us = 200'000;
    std::vector<double> total, create, connect, first_cell;
    for (int i = 0; i < options.count; ++i) {
        CellSession session(options);
        const double before = now_us();
        session.open();
        const Execution execution = session.execute(options.code);
        total.push_back(now_us() - before);
        create.push_back(session.create_us());
        connect.push_back(session.connect_us());
        first_cell.push_back(execution.total);
        session.drop();
        usleep(pause_us);
    }
    return {{"unit", "ms"},
            {"total", summary(total, k_us_to_ms)},
            {"create", summary(create, k_us_to_ms)},
            {"connect", summary(connect, k_us_to_ms)},
            {"first_cell", summary(first_cell, k_us_to_ms)}};
}

json measure_stream(const Options& options) {
    CellSession session(options);
    session.open();
    session.execute(options.code);
    const std::string code = printing_code(options.language, options.lines, options.width, options.bulk);
    std::vector<double> rates, first_output;
    Execution execution;
    for (int i = 0; i < options.count; ++i) {
        execution = session.execute(code);
        rates.push_back(static_cast<double>(options.lines) * options.width / execution.total);
        first_output.push_back(execution.first_output);
    }
    session.drop();
    return {{"lines_sent", options.lines},       {"lines_seen", execution.lines},
            {"messages", execution.messages},    {"wire_bytes", execution.bytes},
            {"megabytes_per_s", summary(rates)}, {"first_output_us", summary(first_output)}};
}

json measure_first_output(const Options& options) {
    CellSession session(options);
    session.open();
    session.execute(options.code);
    std::vector<double> times;
    for (int i = 0; i < options.count; ++i)
        times.push_back(session.execute(early_output_code(options.language)).first_output);
    session.drop();
    return {{"unit", "us"}, {"first_output", summary(times)}};
}

json measure_concurrent(const Options& options) {
    std::deque<CellSession> sessions;
    for (int i = 0; i < options.sessions; ++i) {
        sessions.emplace_back(options).open();
        warm_up(sessions.back(), options);
    }
    std::vector<double> all;
    std::string failure;
    std::mutex mutex;
    const auto work = [&](CellSession& session) {
        std::vector<double> times;
        try {
            for (int i = 0; i < options.count; ++i) times.push_back(session.execute(options.code).total);
        } catch (const std::exception& error) {
            const std::lock_guard lock(mutex);
            failure = error.what();
        }
        const std::lock_guard lock(mutex);
        all.insert(all.end(), times.begin(), times.end());
    };
    const double before = now_us();
    std::vector<std::thread> threads;
    for (CellSession& session : sessions) threads.emplace_back(work, std::ref(session));
    for (std::thread& thread : threads) thread.join();
    const double elapsed = now_us() - before;
    for (CellSession& session : sessions) session.drop();
    if (!failure.empty()) throw std::runtime_error(failure);
    return {{"sessions", options.sessions},
            {"cells_per_s", static_cast<double>(all.size()) / elapsed * 1e6},
            {"latency_us", summary(all)}};
}

json measure_interrupt(const Options& options) {
    constexpr useconds_t until_busy_us = 150'000;
    CellSession session(options);
    session.open();
    session.execute(options.code);
    std::vector<double> times;
    for (int i = 0; i < options.count; ++i) {
        const std::string id = session.start(endless_code(options.language));
        usleep(until_busy_us);
        const double before = now_us();
        session.interrupt();
        times.push_back(session.wait_done(id, before).total);
    }
    session.execute(options.code);
    session.drop();
    return {{"unit", "us"}, {"interrupt_to_done", summary(times)}};
}

json measure_http(const Options& options) {
    HttpClient client(options);
    const std::string body = options.exec_method == "GET" ? "" : options.code;
    std::vector<double> times;
    for (int i = 0; i < options.warm_up + options.count; ++i) {
        const double before = now_us();
        const HttpAnswer answer = client.request(options.exec_method, options.exec_path, body);
        if (i >= options.warm_up) times.push_back(now_us() - before);
        if (answer.status / 100 != 2) throw std::runtime_error("HTTP " + std::to_string(answer.status));
    }
    return {{"unit", "us"}, {"round_trip", summary(times)}};
}

json hold_sessions(const Options& options) {
    std::deque<CellSession> sessions;
    for (int i = 0; i < options.sessions; ++i) {
        CellSession& session = sessions.emplace_back(options);
        session.open();
        session.execute(options.code);
        std::cout << session.name() << std::endl;
    }
    std::string line;
    std::getline(std::cin, line);
    for (CellSession& session : sessions) session.drop();
    return {{"held", options.sessions}};
}

}  // namespace

json measure(const Options& options) {
    const std::map<std::string, json (*)(const Options&)> measurements{{"warm", measure_warm},
                                                                       {"cold", measure_cold},
                                                                       {"stream", measure_stream},
                                                                       {"firstout", measure_first_output},
                                                                       {"concurrent", measure_concurrent},
                                                                       {"interrupt", measure_interrupt},
                                                                       {"http", measure_http},
                                                                       {"watch", measure_fan_out},
                                                                       {"tools", measure_tool_calls},
                                                                       {"hold", hold_sessions}};
    const auto measurement = measurements.find(options.test);
    if (measurement == measurements.end()) throw std::runtime_error("unknown test " + options.test);
    json result = measurement->second(options);
    result["test"] = options.test;
    return result;
}

}  // namespace bench
