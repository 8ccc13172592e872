#include "workspace/workspace_path.hpp"
#include "support/result_printer.hpp"

#include <doctest/doctest.h>

using evald::WorkspacePath;

TEST_CASE("a path is kept as it is, in any script") {
    for (const char* text : {"a", "a/b/c.txt", "räume/日本語.txt", "🐍 and spaces", "..hidden", "a/...", "a\nb"}) {
        const auto path = WorkspacePath::parse(text);
        CAPTURE(text);
        REQUIRE(path);
        CHECK(path->text() == text);
        CHECK_FALSE(path->asks_for_folder());
    }
}

TEST_CASE("a slash at the end asks for a folder; nothing and a slash are the root") {
    const auto folder = WorkspacePath::parse("a/b/");
    REQUIRE(folder);
    CHECK(folder->text() == "a/b");
    CHECK(folder->asks_for_folder());
    for (const char* text : {"", "/"}) {
        const auto root = WorkspacePath::parse(text);
        REQUIRE(root);
        CHECK(root->is_root());
        CHECK(root->asks_for_folder());
    }
}

TEST_CASE("what leads elsewhere, or is no name, is refused") {
    for (const std::string& text :
         {std::string(".."), std::string("a/../b"), std::string("./a"), std::string("a/."), std::string("/etc"),
          std::string("a//b"), std::string("//"), std::string("a\0b", 3), std::string("a\xff"),
          std::string("\xed\xa0\x80"), std::string(256, 'x'), "a/" + std::string(256, 'x') + "/b",
          std::string(2500, 'x') + "/" + std::string(2500, 'y')}) {
        CAPTURE(text);
        const auto path = WorkspacePath::parse(text);
        REQUIRE_FALSE(path);
        CHECK(path.error().code == evald::ErrorCode::invalid_request);
    }
}

TEST_CASE("a path falls apart into what it stands in and its name") {
    const auto deep = WorkspacePath::parse("a/b/c.txt");
    CHECK(deep->parent() == "a/b");
    CHECK(deep->name() == "c.txt");
    const auto flat = WorkspacePath::parse("c.txt");
    CHECK(flat->parent().empty());
    CHECK(flat->name() == "c.txt");
}
