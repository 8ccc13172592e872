#include "api/artifacts_api.hpp"

#include <doctest/doctest.h>

using namespace evald;
using namespace evald::service;

namespace {

Artifact artifact_of(const char* mime_type) {
    Artifact artifact;
    artifact.id = "abc";
    artifact.mime_type = mime_type;
    return artifact;
}

}  // namespace

TEST_CASE("text is served with its charset, a type that breaks out of its line as bytes") {
    CHECK(served_type("text/plain") == "text/plain; charset=utf-8");
    CHECK(served_type("text/plain; charset=latin1") == "text/plain; charset=latin1");
    CHECK(served_type("image/png") == "image/png");
    CHECK(served_type("text/html\r\nSet-Cookie: x") == "application/octet-stream");
    CHECK(served_type("nonsense") == "application/octet-stream");
    CHECK(served_type("") == "application/octet-stream");
}

TEST_CASE("only what cannot run is shown by a browser") {
    CHECK(disposition_of(artifact_of("text/plain")) == "inline; filename=\"abc.txt\"");
    CHECK(disposition_of(artifact_of("image/png")) == "inline; filename=\"abc.png\"");
    CHECK(disposition_of(artifact_of("text/html; charset=utf-8")) == "attachment; filename=\"abc.html\"");
    CHECK(disposition_of(artifact_of("image/svg+xml")) == "attachment; filename=\"abc.svg\"");
    CHECK(disposition_of(artifact_of("application/x-unknown")) == "attachment; filename=\"abc.bin\"");
}
