#pragma once

#include "tools/configured_tools.hpp"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace evald::test {

/// Configured tools that the test answers.
class FakeTools final : public ConfiguredTools {
public:
    /// To be called before anything uses them.
    ToolSpec& add(std::string name) {
        ToolSpec& spec = specs_.emplace_back();
        spec.name = std::move(name);
        return spec;
    }

    [[nodiscard]] const std::vector<ToolSpec>& specs() const override { return specs_; }

    std::unique_ptr<PendingCall> call(const ToolSpec& tool, std::string args_json, const TraceContext& trace,
                                      Done done) override {
        traces.push_back(trace.parent);
        asked.push_back(tool.name + " " + args_json);
        const std::size_t number = asked.size() - 1;
        open_[number] = std::move(done);
        return std::make_unique<Pending>(open_, number);
    }

    [[nodiscard]] bool is_open(std::size_t number) const { return open_.contains(number); }
    void answer(std::size_t number, ToolAnswer answer) {
        const Done done = open_.at(number);
        done(std::move(answer));
    }

    std::vector<std::string> asked;   ///< "name args", in order
    std::vector<std::string> traces;  ///< of each of them, whose call it is

private:
    using Calls = std::map<std::size_t, Done>;
    class Pending final : public PendingCall {
    public:
        Pending(Calls& calls, std::size_t number) : calls_(calls), number_(number) {}
        ~Pending() override { calls_.erase(number_); }

    private:
        Calls& calls_;
        std::size_t number_;
    };

    std::vector<ToolSpec> specs_;
    Calls open_;
};

}  // namespace evald::test
