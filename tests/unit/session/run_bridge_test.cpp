#include "support/evaluator_fixture.hpp"
#include "tools/tool_schema.hpp"

#include <boost/asio/steady_timer.hpp>
#include <doctest/doctest.h>

using namespace evald;
using namespace evald::test;
using nlohmann::json;
using namespace std::chrono_literals;

namespace {

/// A run of one cell whose caller offers tools, and what it sees.
struct Calls : EvaluatorFixture {
    std::shared_ptr<Run> run;
    std::unique_ptr<Run::Waiter> waiter;
    std::unique_ptr<Subscription> events;
    std::shared_ptr<FakeKernelControl> kernel;
    std::vector<json> seen;

    void begin(FakeScript script, const std::vector<std::string>& offered, bool detach = false,
               std::chrono::milliseconds timeout = 30s) {
        if (!evaluator) start();
        EvalRequest asked = request("s", {"py:call"});
        asked.cells[0].timeout = timeout;
        asked.detach = detach;
        for (const std::string& name : offered) {
            asked.tools.emplace_back();
            asked.tools.back().name = name;
        }
        begin(std::move(asked), std::move(script));
    }

    void begin(EvalRequest asked, FakeScript script) {
        if (!evaluator) start();
        kernel = provisioner.expect_launch({std::move(script)});
        SubmitOptions options;
        options.principal = "alice";
        auto submitted = evaluator->submit(std::move(asked), options, true);
        if (!submitted) throw std::runtime_error(submitted.error().message);
        run = submitted->run;
        events = std::move(submitted->events);
        waiter = std::make_unique<Run::Waiter>(run);
    }

    void read_events() {
        while (const EventPtr event = events->next()) seen.push_back(json::parse(event->json));
    }

    std::vector<json> of_type(const std::string& type) {
        read_events();
        std::vector<json> found;
        for (const json& event : seen)
            if (event["type"] == type) found.push_back(event);
        return found;
    }

    void until_calls(std::size_t count) {
        run_until(io, [&] { return of_type("tool.call").size() >= count; });
    }

    bool answer(const std::string& call_id, ToolAnswer what) { return run->answer_tool_call(call_id, std::move(what)); }

    json sent(std::size_t index) { return json::parse(kernel->sent.at(index)); }
};

FakeScript one_call(std::string_view name, std::string_view args = "{}") {
    return FakeScript().started().tool("k1", name, args).wait_for_message().done();
}

}  // namespace

TEST_SUITE("run bridge") {
    TEST_CASE("a call goes to the caller that offered the tool, and its answer to the cell") {
        Calls f;
        f.begin(one_call("search", R"({"q": "x"})"), {"search"});
        f.until_calls(1);
        const json call = f.of_type("tool.call")[0];
        CHECK(call["name"] == "search");
        CHECK(call["args"] == json::parse(R"({"q":"x"})"));
        CHECK(call["cell"] == 0);
        CHECK(call["run"] == f.run->id());
        CHECK(f.answer(call["callId"], ToolAnswer::value(R"({"hits":1.0})")));
        const json result = f.wait(f.run);
        CHECK(f.kernel->sent.at(0) == R"({"type":"tool_result","callId":"k1","ok":true,"value":{"hits":1.0}})");
        CHECK(result["isError"] == false);
        const json status = result["details"]["statusEvents"][0];
        CHECK(status["op"] == "tool");
        CHECK(status["name"] == "search");
        CHECK(status["ok"] == true);
        CHECK(status["chars"] == 12);
        CHECK(status["ms"].is_number());
        CHECK(result["details"]["cells"][0]["statusEvents"][0] == status);
        CHECK(f.of_type("status")[0]["status"] == status);
    }

    TEST_CASE("answers are matched by their call, in whatever order they come, and each call takes one") {
        Calls f;
        f.begin(
            FakeScript().started().tool("a", "t", "1").tool("b", "t", "2").wait_for_message().wait_for_message().done(),
            {"t"});
        f.until_calls(2);
        const auto calls = f.of_type("tool.call");
        CHECK(f.answer(calls[1]["callId"], ToolAnswer::value("\"second\"")));
        CHECK_FALSE(f.answer(calls[1]["callId"], ToolAnswer::value("\"again\"")));
        CHECK(f.answer(calls[0]["callId"], ToolAnswer::failure("no")));
        f.wait(f.run);
        CHECK(f.sent(0) == json::parse(R"({"type":"tool_result","callId":"b","ok":true,"value":"second"})"));
        CHECK(f.sent(1) == json::parse(R"({"type":"tool_result","callId":"a","ok":false,"error":"no"})"));
        CHECK_FALSE(f.answer("c1", ToolAnswer::value("1")));
    }

    TEST_CASE("an unknown tool is an error that names those that are there; the caller's come before the server's") {
        Calls f;
        f.tools.add("clock");
        f.tools.add("search");
        f.begin(FakeScript().started().tool("a", "nope", "{}").tool("b", "$list", "{}").done(), {"search"});
        f.wait(f.run);
        CHECK(f.sent(0)["error"] == "no tool named \"nope\" is available to this run; available: search, clock");
        CHECK(f.sent(1)["value"] == json::parse(R"([{"name":"search"},{"name":"clock"}])"));
        CHECK(f.of_type("tool.call").empty());
    }

    TEST_CASE("a configured tool is called by the server, and nobody is asked") {
        Calls f;
        f.tools.add("clock");
        f.begin(one_call("clock", R"({"zone":"UTC"})"), {});
        run_until(f.io, [&] { return !f.tools.asked.empty(); });
        CHECK(f.tools.asked[0] == R"(clock {"zone":"UTC"})");
        CHECK_FALSE(f.answer("c1", ToolAnswer::value("1")));
        f.tools.answer(0, ToolAnswer::value("\"noon\""));
        f.wait(f.run);
        CHECK(f.sent(0)["value"] == "noon");
        CHECK(f.of_type("tool.call").empty());
        CHECK(f.of_type("status")[0]["status"]["chars"] == 4);
    }

    TEST_CASE("arguments that do not fit the parameters are refused before anybody is asked") {
        Calls f;
        EvalRequest asked = EvaluatorFixture::request("s", {"py:1"});
        ToolSpec& tool = asked.tools.emplace_back();
        tool.name = "t";
        tool.parameters_json = R"({"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]})";
        tool.schema = *ToolSchema::compile(tool.parameters_json);
        f.begin(std::move(asked), FakeScript().started().tool("a", "t", R"({"n":"x"})").done());
        f.wait(f.run);
        CHECK(f.sent(0)["error"].get<std::string>().find("tool t do not fit its parameters: n: ") != std::string::npos);
        CHECK(f.of_type("tool.call").empty());
        CHECK(f.of_type("status")[0]["status"]["ok"] == false);
    }

    TEST_CASE("a cancelled cell's calls fail at once, before its kernel is interrupted, and later ones are refused") {
        Calls f;
        f.tools.add("slow");
        f.begin(FakeScript()
                    .started()
                    .tool("a", "t", "{}")
                    .tool("b", "slow", "{}")
                    .hang()
                    .tool("c", "t", "{}")
                    .done_cancelled(),
                {"t"});
        f.until_calls(1);
        f.run->cancel(CancelReason::cancel_requested);
        CHECK(f.kernel->sent.size() == 2);
        CHECK(f.sent(0)["error"] == "the cell was cancelled: cancelled by request");
        CHECK_FALSE(f.tools.is_open(0));
        const json result = f.wait(f.run);
        CHECK(f.kernel->interrupts == 1);
        CHECK(f.sent(2)["error"] == f.sent(0)["error"]);
        CHECK(f.provisioner.launched.size() == 1);
        CHECK(f.kernel->is_alive);
        CHECK(result["isError"] == true);
    }

    TEST_CASE("calls that are open when the cell ends or its kernel dies are given up") {
        Calls f;
        f.tools.add("slow");
        f.begin(FakeScript().started().tool("a", "slow", "{}").done(), {});
        f.wait(f.run);
        CHECK(f.sent(0)["error"] == "the cell that made this call is over");
        CHECK_FALSE(f.tools.is_open(0));
        f.kernel->scripts.push_back(FakeScript().started().tool("b", "slow", "{}").exit(3));
        const json result = f.eval("s", {"py:2"});
        CHECK(result["isError"] == true);
        CHECK_FALSE(f.tools.is_open(1));
        CHECK(result["details"]["statusEvents"][0]["ok"] == false);
    }

    TEST_CASE("the last caller's going fails the calls that wait for it; a detached run goes on") {
        Calls f;
        f.begin(FakeScript()
                    .started()
                    .tool("a", "t", "{}")
                    .wait_for_message()
                    .tool("b", "t", "{}")
                    .print("still here")
                    .done(),
                {"t"}, true);
        f.until_calls(1);
        f.events.reset();
        f.waiter.reset();
        CHECK(f.sent(0)["error"] == "the caller that offers this tool has gone");
        const json result = f.wait(f.run);
        CHECK(EvaluatorFixture::text(result) == "still here");
        CHECK(f.sent(1)["error"] == "the caller that offers tool t has gone");
    }

    TEST_CASE("a run whose caller has gone is cancelled, after its calls have failed") {
        Calls f;
        f.begin(FakeScript().started().tool("a", "t", "{}").hang().done_cancelled(), {"t"});
        f.until_calls(1);
        f.waiter.reset();
        CHECK(f.sent(0)["error"] == "the caller that offers this tool has gone");
        CHECK(f.wait(f.run)["isError"] == true);
        CHECK(f.kernel->interrupts == 1);
    }

    TEST_CASE("a detached run that nobody has watched yet waits for an answer") {
        Calls f;
        f.begin(one_call("t"), {"t"}, true);
        f.events.reset();
        run_until(f.io, [&] { return !f.kernel->executed.empty(); });
        run_until(f.io, [&] { return f.answer("c1", ToolAnswer::value("7")); });
        CHECK(f.wait(f.run)["isError"] == false);
    }

    TEST_CASE("agent, completion and tools marked so pause the timeout; ordinary calls do not") {
        for (const std::string name : {"agent", "completion", "t"}) {
            CAPTURE(name);
            Calls f;
            f.begin(FakeScript().started().tool("a", name, "{}").hang().done_cancelled(), {name}, false, 30ms);
            f.until_calls(1);
            // Longer than the timeout; a turn of the loop is made when a timer is due.
            bool is_over = false;
            boost::asio::steady_timer later(f.io, 120ms);
            later.async_wait([&](const boost::system::error_code&) { is_over = true; });
            run_until(f.io, [&] { return is_over; });
            CHECK(f.kernel->interrupts == (name == "t" ? 1 : 0));
            if (name != "t") CHECK(f.answer("c1", ToolAnswer::value("1")));
            f.wait(f.run);
            CHECK(f.kernel->interrupts == 1);
        }
    }

    TEST_CASE("a call that is not answered in time fails, though the cell's timeout stands still") {
        Calls f;
        f.config.tools.call_timeout = 20ms;
        f.begin(FakeScript()
                    .started()
                    .tool("a", "agent", "{}")
                    .wait_for_message()
                    .tool("b", "agent", "{}")
                    .wait_for_message()
                    .done(),
                {"agent"});
        f.wait(f.run);
        CHECK(f.sent(0)["error"] == "tool agent did not answer in time (tools.call_timeout)");
        CHECK(f.sent(1)["callId"] == "b");
        CHECK(f.of_type("status")[0]["status"]["op"] == "agent");
    }

    TEST_CASE("how many calls wait, and how many are made in a second, is bounded") {
        Calls f;
        f.config.tools.max_open = 2;
        f.config.tools.calls_per_second = 3;
        FakeScript script = FakeScript().started();
        for (const char* id : {"a", "b", "c"}) script.tool(id, "t", "{}");
        script.wait_for_message().tool("d", "t", "{}").tool("e", "t", "{}").done();
        f.begin(script, {"t"});
        f.until_calls(2);
        CHECK(f.sent(0)["error"] == "more than 2 calls wait for an answer (tools.max_open)");
        f.answer("c1", ToolAnswer::value("1"));
        f.wait(f.run);
        CHECK(f.sent(2)["callId"] == "e");
        CHECK(f.sent(2)["error"].get<std::string>().find("wait for an answer") != std::string::npos);
    }

    TEST_CASE("an answer over 8 MiB is an error, and so is a caller that is too slow for the call") {
        Calls f;
        f.begin(one_call("t"), {"t"});
        f.until_calls(1);
        f.answer("c1", ToolAnswer::value("\"" + std::string(8U << 20U, 'x') + "\""));
        f.wait(f.run);
        CHECK(f.sent(0)["error"] == "the answer of tool t is larger than 8 MiB");

        Calls slow;
        slow.config.events.watcher_bytes = 4096;
        const std::string text(3000, 'x');
        slow.begin(FakeScript().started().print(text).print(text).tool("a", "t", "\"" + text + "\"").done(), {"t"});
        slow.wait(slow.run);
        CHECK(slow.sent(0)["error"] == "the caller is too slow to take a call of tool t");
    }
}
