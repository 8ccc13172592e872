#include "session/session_records.hpp"

#include "support/result_printer.hpp"
#include "support/run_coroutine.hpp"
#include "support/temp_dir.hpp"

#include <boost/asio/io_context.hpp>
#include <doctest/doctest.h>

using namespace evald;
using evald::test::run_coroutine;

namespace {

SessionRecord record_of(const std::string& id) {
    SessionRecord record;
    record.principal = "alice";
    record.id = id;
    record.workspace = "abc";
    record.created_ms = 1'700'000'000'000;
    record.last_used_ms = 1'700'000'001'234;
    record.had_python = true;
    return record;
}

}  // namespace

TEST_CASE("a record comes back as it was written") {
    const auto read = record_from_json(record_to_json(record_of("s")));
    REQUIRE(read);
    CHECK(read->principal == "alice");
    CHECK(read->id == "s");
    CHECK(read->workspace == "abc");
    CHECK(read->created_ms == 1'700'000'000'000);
    CHECK(read->had_python);
    CHECK_FALSE(read->had_javascript);
}

TEST_CASE("what is no record is none") {
    for (const char* json :
         {"", "[]", "{}", "null", R"({"principal":1})", R"({"principal":"a","id":"s","workspace":"w"})"}) {
        CAPTURE(json);
        CHECK_FALSE(record_from_json(json));
    }
}

TEST_CASE("records outlive the process, with the time of the last use") {
    const test::TempDir folder;
    boost::asio::io_context loop;
    SessionRecord kept = record_of("kept");
    {
        SessionRecords records(loop.get_executor(), folder.path().string());
        REQUIRE(run_coroutine(loop, records.load())->empty());
        records.save(kept);
        records.save(record_of("gone"));
        records.remove(record_of("gone"));
        kept.last_used_ms += 5'000;
        records.touch(kept);
        run_coroutine(loop, records.settle());
    }
    folder.write("sessions/garbage", "no record");
    SessionRecords records(loop.get_executor(), folder.path().string());
    const auto loaded = run_coroutine(loop, records.load());
    REQUIRE(loaded);
    REQUIRE(loaded->size() == 1);
    CHECK(loaded->front().id == "kept");
    CHECK(loaded->front().last_used_ms == kept.last_used_ms);
    CHECK_FALSE(std::filesystem::exists(folder / "sessions/garbage"));
}
