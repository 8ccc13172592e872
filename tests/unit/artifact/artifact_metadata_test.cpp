#include "artifact/artifact_metadata.hpp"

#include <doctest/doctest.h>
#include <string>

using namespace evald;

namespace {

const Artifact k_artifact{"abcdefghijklmnopqrstuvwxyz", "al\"ice\n",    "s-1",
                          "text/plain; charset=utf-8",  12'345'678'901, 1'700'000'000'123};

}  // namespace

TEST_SUITE("artifact metadata") {
    TEST_CASE("what is written is read back") {
        const auto read = artifact_from_json(artifact_to_json(k_artifact));
        REQUIRE(read);
        CHECK(read->id == k_artifact.id);
        CHECK(read->principal == k_artifact.principal);
        CHECK(read->session == k_artifact.session);
        CHECK(read->mime_type == k_artifact.mime_type);
        CHECK(read->bytes == k_artifact.bytes);
        CHECK(read->created_ms == k_artifact.created_ms);
    }

    TEST_CASE("half of it, or something else, is none") {
        const std::string json = artifact_to_json(k_artifact);
        for (std::size_t size = 0; size < json.size(); ++size) CHECK_FALSE(artifact_from_json(json.substr(0, size)));
        CHECK_FALSE(artifact_from_json("[]"));
        const auto with = [](const std::string& id, const std::string& type, const std::string& bytes) {
            return artifact_from_json(R"({"id":")" + id + R"(","principal":"p","session":"s","mimeType":")" + type +
                                      R"(","bytes":)" + bytes + R"(,"createdMs":1})");
        };
        CHECK(with("abcdefghijklmnopqrstuvwxyz", "a/b", "1"));
        CHECK_FALSE(with("../../../../../../etc/passwd", "a/b", "1"));
        CHECK_FALSE(with("abcdefghijklmnopqrstuvwxyz", "a/b\\r\\nX: y", "1"));
        CHECK_FALSE(with("abcdefghijklmnopqrstuvwxyz", "a/b", "-1"));
        CHECK_FALSE(with("abcdefghijklmnopqrstuvwxyz", "a/b", "1.5"));
        CHECK_FALSE(with("abcdefghijklmnopqrstuvwxyz", "a/b", "\"1\""));
    }

    TEST_CASE("a type that can't stand in a header is not sane") {
        CHECK(is_sane_mime_type("image/png"));
        CHECK(is_sane_mime_type("application/vnd.plotly.v1+json"));
        for (const char* bad : {"", "text", "/x", "x/", "a/b\r\nSet-Cookie: x", "a/\u00e9", "a/b\x7f"})
            CHECK_FALSE(is_sane_mime_type(bad));
        CHECK_FALSE(is_sane_mime_type("a/" + std::string(127, 'b')));
    }
}
