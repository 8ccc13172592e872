#include "kernel/kernel_environment.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

namespace evald {
namespace {

constexpr std::array<std::string_view, 14> k_allowed_names{
    "PATH", "HOME",   "USER",        "LOGNAME",    "SHELL",           "LANG",       "TERM",
    "TZ",   "TMPDIR", "VIRTUAL_ENV", "PYTHONPATH", "LD_LIBRARY_PATH", "MPLBACKEND", "LANGUAGE"};
constexpr std::array<std::string_view, 4> k_allowed_prefixes{"LC_", "XDG_", "CONDA_", "EVAL_"};

constexpr std::array<std::string_view, 12> k_credential_words{
    "APIKEY",   "API_KEY", "ACCESS_KEY", "PRIVATE_KEY", "TOKEN",  "SECRET",
    "PASSWORD", "PASSWD",  "PASSPHRASE", "CREDENTIAL",  "COOKIE", "AUTHORIZATION"};
constexpr std::array<std::string_view, 20> k_provider_prefixes{
    "ANTHROPIC_",   "AWS_",     "AZURE_",  "CEREBRAS_",   "COHERE_",     "DEEPSEEK_", "GCP_",
    "GEMINI_",      "GH_",      "GITHUB_", "GITLAB_",     "GOOGLE_",     "GROQ_",     "HF_",
    "HUGGINGFACE_", "MISTRAL_", "OPENAI_", "OPENROUTER_", "PERPLEXITY_", "XAI_"};

constexpr std::string_view k_default_path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// Of no meaning, or of a misleading one, where a kernel runs as another user and sees other files.
bool is_of_the_machine(std::string_view name) {
    return name == "TMPDIR" || name == "USER" || name == "LOGNAME" || name == "SHELL" || name.starts_with("XDG_");
}

bool is_allowed(std::string_view name) {
    const bool by_name = std::find(k_allowed_names.begin(), k_allowed_names.end(), name) != k_allowed_names.end();
    const bool by_prefix = std::any_of(k_allowed_prefixes.begin(), k_allowed_prefixes.end(),
                                       [&](std::string_view prefix) { return name.starts_with(prefix); });
    return (by_name || by_prefix) && !looks_like_credential(name);
}

}  // namespace

bool looks_like_credential(std::string_view name) {
    std::string upper(name);
    std::transform(upper.begin(), upper.end(), upper.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    const auto contains = [&](std::string_view word) { return upper.find(word) != std::string::npos; };
    const auto begins = [&](std::string_view prefix) { return upper.starts_with(prefix); };
    return upper.ends_with("_KEY") || std::any_of(k_credential_words.begin(), k_credential_words.end(), contains) ||
           std::any_of(k_provider_prefixes.begin(), k_provider_prefixes.end(), begins);
}

std::string_view environment_value(const std::vector<std::string>& environment, std::string_view name) {
    for (const std::string_view item : environment) {
        if (item.size() > name.size() && item.starts_with(name) && item[name.size()] == '=')
            return item.substr(name.size() + 1);
    }
    return {};
}

std::vector<std::string> kernel_environment(const std::vector<std::string>& service_environment,
                                            const KernelEnvironmentRequest& request) {
    std::map<std::string, std::string> values{{"PATH", std::string(k_default_path)},
                                              {"MPLBACKEND", "Agg"}};  // unless set
    for (const std::string& item : service_environment) {
        const std::size_t equals = item.find('=');
        if (equals == std::string::npos || equals == 0) continue;
        const std::string name = item.substr(0, equals);
        if (request.is_confined && is_of_the_machine(name)) continue;
        if (is_allowed(name)) values[name] = item.substr(equals + 1);
    }
    if (request.is_confined) values["USER"] = values["LOGNAME"] = "kernel";
    values["HOME"] = request.workspace;
    values["EVAL_ARTIFACTS"] = request.artifacts_dir;
    values[std::string(k_kernel_mark_name)] = request.kernel_mark;
    // In kernels of both languages: a JavaScript cell may run Python too.
    values["PYTHONUNBUFFERED"] = "1";
    values["PYTHONIOENCODING"] = "utf-8";
    if (request.heap_limit > 0) values["EVAL_HEAP_LIMIT"] = std::to_string(request.heap_limit);
    if (request.max_concurrency > 0) values["EVAL_MAX_CONCURRENCY"] = std::to_string(request.max_concurrency);
    if (!request.venv.empty()) {
        // A conda environment is named by CONDA_PREFIX alone.
        if (request.venv != environment_value(service_environment, "CONDA_PREFIX"))
            values["VIRTUAL_ENV"] = request.venv;
        values["PATH"] = request.venv + "/bin:" + values["PATH"];
    }
    std::vector<std::string> environment;
    environment.reserve(values.size());
    for (const auto& [name, value] : values) environment.push_back(name + "=" + value);
    return environment;
}

}  // namespace evald
