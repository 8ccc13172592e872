// floor: drives a runner over pipes, without any service between; one JSON object comes out.
//
//   floor --test warm|cold|stream|interrupt|spawn --cmd "/usr/bin/python3 -u min_runner.py" [--n N] [--lang js] …
//
// The runner prints one line when it is ready, takes {"id","code"} lines and ends a cell with a line that holds
// "type":"done".
#include "floor/runner_process.hpp"
#include "measure/cell_code.hpp"
#include "measure/stopwatch.hpp"
#include "measure/summary.hpp"

#include <csignal>
#include <exception>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

using bench::now_us;
using bench::RunnerProcess;
using bench::summary;
using nlohmann::json;

constexpr double k_us_to_ms = 1e-3;
constexpr std::string_view k_done = R"("type":"done")";

struct Settings {
    std::map<std::string, std::string> values{{"test", "warm"},  {"cmd", ""},     {"n", "1000"},
                                              {"warmup", "100"}, {"code", "1+1"}, {"lines", "250000"},
                                              {"width", "80"},   {"bulk", "0"},   {"lang", "python"}};
    [[nodiscard]] const std::string& text(const std::string& name) const { return values.at(name); }
    [[nodiscard]] int number(const std::string& name) const { return std::stoi(values.at(name)); }
};

std::string cell(const std::string& code) {
    static int count = 0;
    return json{{"id", "c" + std::to_string(count++)}, {"code", code}}.dump() + "\n";
}

bool is_done(std::string_view line) { return line.find(k_done) != std::string_view::npos; }

/// Microseconds from the request to the end of the cell.
double execute(RunnerProcess& runner, const std::string& code) {
    const std::string request = cell(code);
    const double before = now_us();
    runner.send(request);
    while (!is_done(runner.read_line())) {
    }
    return now_us() - before;
}

json measure_warm(const Settings& settings) {
    RunnerProcess runner;
    runner.start(settings.text("cmd"));
    runner.read_line();
    for (int i = 0; i < settings.number("warmup"); ++i) execute(runner, settings.text("code"));
    std::vector<double> times;
    for (int i = 0; i < settings.number("n"); ++i) times.push_back(execute(runner, settings.text("code")));
    return {{"unit", "us"}, {"round_trip", summary(times)}};
}

json measure_cold(const Settings& settings) {
    std::vector<double> ready, first_cell;
    for (int i = 0; i < settings.number("n"); ++i) {
        RunnerProcess runner;
        const double before = now_us();
        runner.start(settings.text("cmd"));
        runner.read_line();
        ready.push_back(now_us() - before);
        execute(runner, settings.text("code"));
        first_cell.push_back(now_us() - before);
    }
    return {{"unit", "ms"}, {"ready", summary(ready, k_us_to_ms)}, {"first_cell", summary(first_cell, k_us_to_ms)}};
}

json measure_stream(const Settings& settings) {
    RunnerProcess runner;
    runner.start(settings.text("cmd"));
    runner.read_line();
    const int lines = settings.number("lines");
    const int width = settings.number("width");
    const std::string code = bench::printing_code(settings.text("lang"), lines, width, settings.text("bulk") == "1");
    std::vector<double> rates;
    for (int i = 0; i < settings.number("n"); ++i)
        rates.push_back(static_cast<double>(lines) * width / execute(runner, code));
    return {{"megabytes_per_s", summary(rates)}};
}

json measure_interrupt(const Settings& settings) {
    constexpr useconds_t until_busy_us = 50'000;
    RunnerProcess runner;
    runner.start(settings.text("cmd"));
    runner.read_line();
    std::vector<double> times;
    for (int i = 0; i < settings.number("n"); ++i) {
        runner.send(cell(bench::endless_code(settings.text("lang"))));
        usleep(until_busy_us);
        const double before = now_us();
        runner.interrupt();
        while (!is_done(runner.read_line())) {
        }
        times.push_back(now_us() - before);
    }
    return {{"unit", "us"}, {"interrupt_to_done", summary(times)}};
}

json measure_spawn(const Settings& settings) {
    std::vector<double> times;
    for (int i = 0; i < settings.number("n"); ++i) {
        RunnerProcess process;
        const double before = now_us();
        process.start(settings.text("cmd"));
        process.wait();
        times.push_back(now_us() - before);
    }
    return {{"unit", "ms"}, {"total", summary(times, k_us_to_ms)}};
}

json measure(const Settings& settings) {
    const std::map<std::string, json (*)(const Settings&)> measurements{{"warm", measure_warm},
                                                                        {"cold", measure_cold},
                                                                        {"stream", measure_stream},
                                                                        {"interrupt", measure_interrupt},
                                                                        {"spawn", measure_spawn}};
    json result = measurements.at(settings.text("test"))(settings);
    result["test"] = settings.text("test");
    return result;
}

}  // namespace

int main(int count, char** arguments) {
    try {
        signal(SIGPIPE, SIG_IGN);
        Settings settings;
        for (int i = 1; i + 1 < count; i += 2)
            settings.values.at(std::string(arguments[i]).substr(2)) = arguments[i + 1];
        std::cout << measure(settings).dump() << std::endl;
        return 0;
    } catch (const std::exception& error) {
        std::cout << json{{"error", error.what()}}.dump() << std::endl;
        return 1;
    }
}
