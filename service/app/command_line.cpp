#include "app/command_line.hpp"

#include "app/application.hpp"
#include "app/eval_command.hpp"
#include "app/healthcheck.hpp"
#include "app/logging.hpp"
#include "app/new_token.hpp"
#include "app/reload.hpp"
#include "app/secrecy.hpp"
#include "config/config_loader.hpp"
#include "config/config_printer.hpp"
#include "generated/build_info.hpp"

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace evald::service {
namespace {

constexpr int k_ok = 0, k_failed = 1, k_wrong_call = 2;

/// What stands behind `evald NAME`.
struct Options {
    std::string config_file, host, port, data, log_level;
    std::vector<std::string> settings;
    bool no_auth = false;
    EvalCommand eval;
    std::string health_url;
    bool self_signed = false;
    NewToken new_token;
    bool prints_reference = false;
};

void add_config_options(CLI::App& command, Options& options) {
    command.add_option("--config", options.config_file, "A configuration file (JSON with comments)")
        ->check(CLI::ExistingFile);
    command.add_option("--data", options.data, "Folder of workspaces and artifacts (data)");
    command.add_option("--log-level", options.log_level, "trace, debug, info, warn or error (log.level)");
    command.add_option("--set", options.settings, "KEY=VALUE of any key of the configuration; may be repeated");
}

void add_server_options(CLI::App& command, Options& options) {
    add_config_options(command, options);
    command.add_option("--host", options.host, "Address to listen on (server.host)");
    command.add_option("--port", options.port, "Port to listen on; 0: any (server.port)");
    command.add_flag("--no-auth", options.no_auth, "Take everybody; only on a loopback address (auth.enabled=false)");
}

/// Where the configuration comes from. Wipes its secrets from the environment.
ConfigSources sources_of(const Options& options) {
    ConfigSources sources;
    if (!options.config_file.empty()) sources.file = options.config_file;
    sources.environment = process_environment();
    wipe_credentials_from_environment();
    const auto override_key = [&sources](const char* key, const std::string& value) {
        if (!value.empty()) sources.overrides.emplace_back(key, value);
    };
    override_key("server.host", options.host);
    override_key("server.port", options.port);
    override_key("data", options.data);
    override_key("log.level", options.log_level);
    if (options.no_auth) override_key("auth.enabled", "false");
    for (const std::string& setting : options.settings) {
        const auto equals = setting.find('=');
        sources.overrides.emplace_back(setting.substr(0, equals),
                                       equals == std::string::npos ? "" : setting.substr(equals + 1));
    }
    return sources;
}

/// The configuration in force, or nothing after its faults have been told.
std::optional<Config> load(const ConfigSources& sources) {
    auto config = load_config(sources);
    if (config) return std::move(*config);
    std::fprintf(stderr, "evald: the configuration has faults:\n%s\n", config.error().message.c_str());
    return std::nullopt;
}

std::optional<Config> load(const Options& options) { return load(sources_of(options)); }

int serve(const Options& options) {
    close_to_others();
    ConfigSources sources = sources_of(options);
    const auto config = load(sources);
    if (!config) return k_failed;
    set_up_logging(config->log);
    ServeOptions serve_options;
    serve_options.self_signed = options.self_signed;
    serve_options.reload = make_reload(std::move(sources), *config);
    Application application(*config, std::move(serve_options));
    return application.run();
}

int eval(const Options& options) {
    close_to_others();
    auto config = load(options);
    if (!config) return k_failed;
    // The result is what counts here; the log would stand between it.
    if (options.log_level.empty()) config->log.level = "error";
    set_up_logging(config->log);
    EvalCommand command = options.eval;
    command.keeps_data = !options.data.empty();
    return run_eval_command(std::move(*config), command);
}

int print_configuration(const Options& options) {
    if (options.prints_reference) {
        std::fputs(config_reference().c_str(), stdout);
        return k_ok;
    }
    const auto config = load(options);
    if (!config) return k_failed;
    std::puts(print_config(*config).c_str());
    return k_ok;
}

int check_health(const Options& options) {
    if (!options.health_url.empty()) return run_healthcheck(options.health_url);
    const auto config = load(options);
    if (!config) return k_failed;
    return run_healthcheck(health_url_of(*config));
}

void print_version() {
    std::printf("evald %s (%s, %s, %s)\n", std::string(k_version).c_str(), std::string(k_commit).c_str(),
                std::string(k_build_type).c_str(), std::string(k_compiler).c_str());
}

}  // namespace

int run_command_line(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);  // a peer or a kernel that has gone is an error value, not our end
    Options options;
    CLI::App app("Runs Python and JavaScript cells in persistent kernels, over HTTP.", "evald");
    app.require_subcommand(1);
    CLI::App& serve_command = *app.add_subcommand("serve", "Run the server until SIGTERM or SIGINT");
    add_server_options(serve_command, options);
    serve_command.add_flag("--self-signed", options.self_signed,
                           "Speak HTTPS with a certificate that is made now and printed by its fingerprint");
    CLI::App& eval_command = *app.add_subcommand("eval", "Run a cell without a server and print its result");
    add_config_options(eval_command, options);
    eval_command.add_option("--language", options.eval.language, "py or js")->check(CLI::IsMember({"py", "js"}));
    eval_command.add_option("file", options.eval.file, "The cell's code; - or nothing: standard input");
    eval_command.add_flag("--json", options.eval.prints_json, "Print the whole result");
    CLI::App& config_command = *app.add_subcommand("config", "Print the configuration");
    add_server_options(config_command, options);
    bool prints = false;
    config_command.add_flag("--print", prints, "What is in force (the default)");
    config_command.add_flag("--reference", options.prints_reference, "Every key with its default and meaning");
    CLI::App& token_command = *app.add_subcommand("token", "Bearer tokens");
    token_command.require_subcommand(1);
    CLI::App& new_token_command =
        *token_command.add_subcommand("new", "Make a token and the line of the configuration for it");
    new_token_command.add_option("--name", options.new_token.name, "Its name");
    new_token_command.add_option("--principal", options.new_token.principal, "Whose it is; left out: its name");
    new_token_command.add_option("--scopes", options.new_token.scopes, "Of eval, watch, metrics, admin")
        ->delimiter(',');
    CLI::App& version_command = *app.add_subcommand("version", "Print what this is");
    CLI::App& health_command = *app.add_subcommand("healthcheck", "Ask a server whether it lives; for containers");
    add_server_options(health_command, options);
    health_command.add_option("--url", options.health_url, "http://HOST:PORT/PATH; left out: as configured");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& fault) {
        return app.exit(fault) == 0 ? k_ok : k_wrong_call;
    }
    if (serve_command.parsed()) return serve(options);
    if (eval_command.parsed()) return eval(options);
    if (config_command.parsed()) return print_configuration(options);
    if (health_command.parsed()) return check_health(options);
    if (new_token_command.parsed()) return print_new_token(options.new_token);
    if (version_command.parsed()) print_version();
    return k_ok;
}

}  // namespace evald::service
