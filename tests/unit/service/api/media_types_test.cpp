#include "api/media_types.hpp"

#include <doctest/doctest.h>

using namespace evald::service;

TEST_CASE("text is served with its charset, a type that breaks out of its line as bytes") {
    CHECK(served_type("text/plain") == "text/plain; charset=utf-8");
    CHECK(served_type("text/plain; charset=latin1") == "text/plain; charset=latin1");
    CHECK(served_type("image/png") == "image/png");
    CHECK(served_type("text/html\r\nSet-Cookie: x") == "application/octet-stream");
    CHECK(served_type("nonsense") == "application/octet-stream");
    CHECK(served_type("") == "application/octet-stream");
}

TEST_CASE("only what cannot run is shown by a browser") {
    CHECK(disposition("text/plain", "abc.txt") == "inline; filename=\"abc.txt\"");
    CHECK(disposition("image/png", "abc.png") == "inline; filename=\"abc.png\"");
    CHECK(disposition("text/html; charset=utf-8", "abc.html") == "attachment; filename=\"abc.html\"");
    CHECK(disposition("image/svg+xml", "abc.svg") == "attachment; filename=\"abc.svg\"");
    CHECK(disposition("application/x-unknown", "abc.bin") == "attachment; filename=\"abc.bin\"");
}

TEST_CASE("a name that could not stand in a header line is encoded") {
    CHECK(disposition("text/plain", "räume.txt") == "inline; filename*=UTF-8''r%C3%A4ume.txt");
    CHECK(disposition("text/plain", "a\"\r\nX: y.txt") == "inline; filename*=UTF-8''a%22%0D%0AX%3A%20y.txt");
}

TEST_CASE("names tell types by their endings, and types endings") {
    CHECK(type_of_name("a.TXT") == "text/plain");
    CHECK(type_of_name("archive.tar.zip") == "application/zip");
    CHECK(type_of_name("Makefile") == "application/octet-stream");
    CHECK(type_of_name("") == "application/octet-stream");
    CHECK(extension_of("text/html; charset=utf-8") == ".html");
    CHECK(extension_of("application/x-unknown") == ".bin");
}
