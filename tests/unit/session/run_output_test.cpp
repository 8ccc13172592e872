#include "support/evaluator_fixture.hpp"

#include <doctest/doctest.h>

using namespace evald;
using namespace evald::test;
using nlohmann::json;

namespace {

std::vector<json> events_of(EvaluatorFixture& f, const std::string& session) {
    auto watcher = f.evaluator->watch("alice", session, 0, "");
    std::vector<json> events;
    while (const EventPtr event = (*watcher)->next()) events.push_back(json::parse(event->json));
    return events;
}

std::vector<std::string> types(const std::vector<json>& events) {
    std::vector<std::string> names;
    for (const json& event : events) names.push_back(event["type"]);
    return names;
}

}  // namespace

TEST_SUITE("run output") {
    TEST_CASE("a run's events tell its whole story, once, in order, and end with the result") {
        EvaluatorFixture f;
        f.start();
        f.provisioner.expect_launch({FakeScript().started().print("hi\n").result("2").done()});
        const json result = f.eval("s", {"py:1+1"});
        const auto events = events_of(f, "s");
        CHECK(types(events) == std::vector<std::string>{"run.queued", "run.started", "kernel", "kernel", "kernel",
                                                        "cell.started", "output", "result", "kernel", "cell.finished",
                                                        "run.finished"});
        for (std::size_t i = 0; i < events.size(); ++i) CHECK(events[i]["seq"] == i + 1);
        CHECK(events[0]["cells"] == json::parse(R"({"count":1,"titles":[""],"languages":["python"]})"));
        CHECK(events.back()["result"] == result);
    }

    TEST_CASE("too much text is cut; the artifact has every byte") {
        EvaluatorFixture f;
        f.start();
        std::string all;
        FakeScript script;
        script.started();
        for (int i = 0; i < 20'000; ++i) {
            const std::string line = "row " + std::to_string(i) + "\n";
            all += line;
            script.print(line);
        }
        f.provisioner.expect_launch({script.done()});
        const json result = f.eval("s", {"py:flood"});
        CHECK(result["isError"] == false);
        const json& cut = result["details"]["meta"]["truncation"];
        all.pop_back();
        CHECK(f.artifacts.bytes(cut["artifact"]) == all);
        CHECK(cut["totalBytes"] == all.size());
        CHECK(EvaluatorFixture::text(result).find("/artifact/" + cut["artifact"].get<std::string>()) !=
              std::string::npos);
        CHECK(result.dump().size() < 70'000);
    }

    TEST_CASE("a failed write of the artifact does not fail the run and is said") {
        EvaluatorFixture f;
        f.start();
        f.artifacts.fail_commits("no space left on the device");
        f.provisioner.expect_launch({FakeScript().started().print(std::string(200'000, 'x')).done()});
        const json result = f.eval("s", {"py:flood"});
        CHECK(result["isError"] == false);
        CHECK(result["details"]["meta"]["artifactError"] == "no space left on the device");
        CHECK(EvaluatorFixture::text(result).find("/artifact/") == std::string::npos);
    }

    TEST_CASE("a disk that is behind stops the reading of the kernel until it has caught up") {
        EvaluatorFixture f;
        f.start();
        f.artifacts.hold_writes();
        FakeScript script;
        script.started();
        for (int i = 0; i < 100; ++i) script.print(std::string(100'000, 'x') + "\n");
        auto control = f.provisioner.expect_launch({script.hang().done()});
        const auto run = f.submit(EvaluatorFixture::request("s", {"py:flood"}));
        run_until(f.io, [&] { return !control->reading_changes.empty(); });
        CHECK(control->reading_changes == std::vector<bool>{false});
        f.artifacts.release_writes();
        CHECK(control->reading_changes == std::vector<bool>{false, true});
        run->cancel(CancelReason::cancel_requested);
        f.wait(run);
    }

    TEST_CASE("values and images over their budgets become artifacts") {
        EvaluatorFixture f;
        f.config.output.json_bytes = 10;
        f.config.output.image_bytes = 8;
        f.start();
        f.provisioner.expect_launch({FakeScript()
                                         .started()
                                         .display(R"({"application/json":[1,2],"text/plain":"[1, 2]"})")
                                         .display(R"({"application/json":[3,4,5,6,7,8],"text/plain":"…"})")
                                         .display(R"({"image/png":"aGkh"})")
                                         .display(R"({"image/png":"aGkhIQ=="})")
                                         .done()});
        const json result = f.eval("s", {"py:show"});
        const json& values = result["details"]["jsonOutputs"];
        CHECK(values[0] == json::array({1, 2}));
        CHECK(f.artifacts.bytes(values[1]["artifact"]) == "[3,4,5,6,7,8]");
        CHECK(result["content"][1]["data"] == "aGkh");
        CHECK_FALSE(result["content"][2].contains("data"));
        CHECK(f.artifacts.bytes(result["content"][2]["artifact"]) == "hi!!");
        CHECK(result["details"]["images"][1]["bytes"] == 4);
    }

    TEST_CASE("an image that is no base64 gives way to the other forms") {
        EvaluatorFixture f;
        f.start();
        f.provisioner.expect_launch({FakeScript()
                                         .started()
                                         .display(R"({"image/png":"no bytes!","text/plain":"plain"})")
                                         .display(R"({"image/png":{"a":1},"image/jpeg":"aGk\naGk"})")
                                         .display(R"({"image/png":"caf\u00e9"})")
                                         .done()});
        const json result = f.eval("s", {"py:show"});
        CHECK(EvaluatorFixture::text(result) == "plain\n(image/png: its data is no base64)");
        REQUIRE(result["content"].size() == 2);
        CHECK(result["content"][1] == json::parse(R"({"type":"image","mimeType":"image/jpeg","data":"aGkaGk=="})"));
        for (const json& event : events_of(f, "s"))
            if (event["type"] == "display") CHECK(event["bundle"].size() == 1);
    }

    TEST_CASE("a large value in an event is named, not carried") {
        EvaluatorFixture f;
        f.start();
        const std::string big(100'000, 'x');
        f.provisioner.expect_launch({FakeScript().started().display(R"({"text/plain":")" + big + R"("})").done()});
        f.eval("s", {"py:show"});
        for (const json& event : events_of(f, "s"))
            if (event["type"] == "display") {
                CHECK(event["bundle"]["text/plain"]["bytes"] == big.size());
                CHECK(f.artifacts.bytes(event["bundle"]["text/plain"]["artifact"]) == big);
            }
    }

    TEST_CASE("a large value over its budget is stored once, for the result and for the event") {
        EvaluatorFixture f;
        f.config.output.image_bytes = 8;
        f.start();
        const std::string image(100'000, 'A');
        f.provisioner.expect_launch({FakeScript().started().display(R"({"image/png":")" + image + R"("})").done()});
        const json result = f.eval("s", {"py:show"});
        CHECK(f.artifacts.count() == 1);
        for (const json& event : events_of(f, "s"))
            if (event["type"] == "display")
                CHECK(event["bundle"]["image/png"]["artifact"] == result["content"][1]["artifact"]);
    }

    TEST_CASE("values and images beyond their number are counted") {
        EvaluatorFixture f;
        f.config.output.items = 2;
        f.start();
        FakeScript script;
        script.started();
        for (int i = 0; i < 5; ++i) script.display(R"({"application/json":[1],"image/png":"aGkh"})");
        f.provisioner.expect_launch({script.done()});
        const json result = f.eval("s", {"py:show"});
        CHECK(result["details"]["jsonOutputs"].size() == 2);
        CHECK(result["details"]["images"].size() == 2);
        CHECK(result["details"]["meta"]["jsonOutputsDropped"] == 3);
        CHECK(result["details"]["meta"]["imagesDropped"] == 3);
    }

    TEST_CASE("blobs that wait for the disk stop the reading of the kernel, too") {
        EvaluatorFixture f;
        f.config.output.pending_bytes = 300'000;
        f.start();
        f.artifacts.hold_writes();
        FakeScript script;
        script.started();
        const std::string big(100'000, 'x');
        for (int i = 0; i < 5; ++i) script.display(R"({"text/plain":")" + big + R"("})");
        auto control = f.provisioner.expect_launch({script.hang().done()});
        const auto run = f.submit(EvaluatorFixture::request("s", {"py:flood"}));
        run_until(f.io, [&] { return !control->reading_changes.empty(); });
        CHECK(control->reading_changes == std::vector<bool>{false});
        f.artifacts.release_writes();
        CHECK(control->reading_changes == std::vector<bool>{false, true});
        run->cancel(CancelReason::cancel_requested);
        f.wait(run);
    }

    TEST_CASE("status events are kept with their cell and in all, and are no text") {
        EvaluatorFixture f;
        f.start();
        f.provisioner.expect_launch(
            {FakeScript().started().display(R"({"application/x-omp-status":{"op":"read","chars":3}})").done()});
        const json result = f.eval("s", {"py:read"});
        CHECK(EvaluatorFixture::text(result) == "(no output)");
        CHECK(result["details"]["statusEvents"][0]["op"] == "read");
        CHECK(result["details"]["cells"][0]["statusEvents"][0]["chars"] == 3);
    }

    TEST_CASE("output between cells, and of earlier cells, is the session's and nobody's text") {
        EvaluatorFixture f;
        f.start();
        f.provisioner.expect_launch(
            {FakeScript().started().done().frame(R"({"type":"stdout","id":"$id","data":"late\n"})"),
             FakeScript()
                 .started()
                 .frame(R"({"type":"stdout","id":"older","data":"older\n"})")
                 .print("mine\n")
                 .done()});
        f.eval("s", {"py:1"});
        CHECK(EvaluatorFixture::text(f.eval("s", {"py:2"})) == "mine");
        int session_outputs = 0;
        for (const json& event : events_of(f, "s"))
            if (event["type"] == "output" && !event.contains("run")) ++session_outputs;
        CHECK(session_outputs == 2);
    }

    TEST_CASE("raw bytes split inside a character arrive whole") {
        EvaluatorFixture f;
        f.start();
        f.provisioner.expect_launch({FakeScript()
                                         .started()
                                         .raw(OutputStream::out, "caf\xC3")
                                         .raw(OutputStream::out, "\xA9\n")
                                         .raw(OutputStream::err, "bad \xFF\n")
                                         .done()});
        CHECK(EvaluatorFixture::text(f.eval("s", {"py:raw"})) == "café\nbad \xEF\xBF\xBD");
    }
}
