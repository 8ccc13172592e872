#include "kernel/kernel_environment.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <string>
#include <vector>

using evald::environment_value;
using evald::kernel_environment;
using evald::KernelEnvironmentRequest;
using evald::looks_like_credential;

namespace {

KernelEnvironmentRequest request() {
    KernelEnvironmentRequest wanted;
    wanted.workspace = "/w";
    wanted.artifacts_dir = "/a";
    wanted.kernel_mark = "mark";
    return wanted;
}

bool has_name(const std::vector<std::string>& environment, const std::string& name) {
    return std::any_of(environment.begin(), environment.end(),
                       [&](const std::string& item) { return item.starts_with(name + "="); });
}

}  // namespace

TEST_CASE("What every kernel gets, also from an empty environment") {
    const auto environment = kernel_environment({}, request());
    CHECK(environment == std::vector<std::string>{"EVAL_ARTIFACTS=/a", "EVAL_KERNEL_ID=mark", "HOME=/w",
                                                  "MPLBACKEND=Agg",
                                                  "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                                                  "PYTHONIOENCODING=utf-8", "PYTHONUNBUFFERED=1"});
}

TEST_CASE("Which variables of the service pass") {
    struct Row {
        const char* name;
        bool passes;
    };
    for (const Row& row : {Row{"USER", true},         {"LOGNAME", true},
                           {"SHELL", true},           {"LANG", true},
                           {"LC_ALL", true},          {"TERM", true},
                           {"TMPDIR", true},          {"TZ", true},
                           {"XDG_RUNTIME_DIR", true}, {"VIRTUAL_ENV", true},
                           {"CONDA_PREFIX", true},    {"PYTHONPATH", true},
                           {"LD_LIBRARY_PATH", true}, {"EVAL_MODE", true},
                           {"EVALD_TOKENS", false},   {"EVALD_PORT", false},
                           {"EVAL_API_KEY", false},   {"EVAL_TOKEN", false},
                           {"CONDA_TOKEN", false},    {"XDG_SECRET_STORE", false},
                           {"LD_PRELOAD", false},     {"PYTHONSTARTUP", false},
                           {"PYTHONHOME", false},     {"BASH_ENV", false},
                           {"SSH_AUTH_SOCK", false},  {"OPENAI_API_KEY", false},
                           {"AWS_PROFILE", false},    {"DATABASE_URL", false},
                           {"path", false},           {"XLANG", false}}) {
        CAPTURE(row.name);
        CHECK(has_name(kernel_environment({std::string(row.name) + "=x"}, request()), row.name) == row.passes);
    }
}

TEST_CASE("The kernel's own values win; MPLBACKEND and PATH may be set") {
    const auto environment =
        kernel_environment({"HOME=/root", "PYTHONUNBUFFERED=", "PYTHONIOENCODING=latin-1", "MPLBACKEND=svg",
                            "PATH=/bin", "EVAL_ARTIFACTS=/evil", "EVAL_KERNEL_ID=other"},
                           request());
    CHECK(environment == std::vector<std::string>{"EVAL_ARTIFACTS=/a", "EVAL_KERNEL_ID=mark", "HOME=/w",
                                                  "MPLBACKEND=svg", "PATH=/bin", "PYTHONIOENCODING=utf-8",
                                                  "PYTHONUNBUFFERED=1"});
}

TEST_CASE("An environment's bin goes first on PATH") {
    KernelEnvironmentRequest wanted = request();
    wanted.venv = "/venv";
    auto environment = kernel_environment({"PATH=/bin", "VIRTUAL_ENV=/other"}, wanted);
    CHECK(environment_value(environment, "PATH") == "/venv/bin:/bin");
    CHECK(environment_value(environment, "VIRTUAL_ENV") == "/venv");
    environment = kernel_environment({"PATH=/bin", "CONDA_PREFIX=/venv"}, wanted);
    CHECK(environment_value(environment, "PATH") == "/venv/bin:/bin");
    CHECK_FALSE(has_name(environment, "VIRTUAL_ENV"));
}

TEST_CASE("A heap limit is passed on when there is one") {
    KernelEnvironmentRequest wanted = request();
    wanted.heap_limit = 512;
    CHECK(environment_value(kernel_environment({}, wanted), "EVAL_HEAP_LIMIT") == "512");
}

TEST_CASE("Values may hold anything, items without a name are dropped") {
    const auto environment = kernel_environment({"LANG=a=b\n", "=x", "TERM", "", "TZ="}, request());
    CHECK(environment_value(environment, "LANG") == "a=b\n");
    CHECK(has_name(environment, "TZ"));
    CHECK_FALSE(has_name(environment, "TERM"));
    CHECK_FALSE(has_name(environment, ""));
}

TEST_CASE("Names that speak of credentials") {
    for (const char* const name : {"MY_API_KEY", "apikey", "GITHUB_PAT", "HF_HOME", "Db_Password", "SIGNING_KEY",
                                   "X_SECRET_Y", "SESSION_COOKIE", "GOOGLE_APPLICATION_CREDENTIALS", "ACCESS_TOKEN"}) {
        CAPTURE(name);
        CHECK(looks_like_credential(name));
    }
    for (const char* const name : {"PATH", "LANG", "KEYBOARD", "EVAL_AUTHOR", "CONDA_PREFIX", "MONKEY", "HFONT"}) {
        CAPTURE(name);
        CHECK_FALSE(looks_like_credential(name));
    }
}
