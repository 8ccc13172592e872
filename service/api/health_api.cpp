#include "api/health_api.hpp"

#include "base/json_writer.hpp"
#include "generated/build_info.hpp"
#include "generated/openapi_yaml.hpp"
#include "http/http_error.hpp"

namespace evald::service {
namespace {

std::string version_json() {
    std::string out;
    JsonWriter json(out);
    json.begin_object().member("version", k_version).member("commit", k_commit);
    json.member("build", k_build_type).member("compiler", k_compiler).end_object();
    return out;
}

}  // namespace

Response get_health(Exchange& /*exchange*/, Services& services) {
    std::string out;
    JsonWriter json(out);
    json.begin_object().member("status", "ok");
    if (services.sandbox != nullptr) {
        json.key("sandbox").begin_object();
        for (const SandboxLayers::Entry& layer : services.sandbox->entries()) json.member(layer.name, layer.value);
        json.end_object();
        if (services.sandbox->mode == SandboxMode::none)
            json.member("warning", "Cells run with the rights of the server: sandbox.mode is none.");
        else if (services.sandbox->network == SandboxNetwork::host)
            json.member(
                "warning",
                "Cells reach what this machine reaches, its loopback addresses included: sandbox.network is on.");
    }
    json.end_object();
    return Response::json(std::move(out));
}

Response get_ready(Exchange& exchange, Services& services) {
    // HAProxy's disable-on-404 keeps the sessions that are here and sends new ones elsewhere.
    if (services.evaluator.leaving())
        return problem_response(404, "The service is draining; sessions that are here are still served.",
                                exchange.request_id);
    if (!services.evaluator.ready()) return problem_response(503, "The service is starting.", exchange.request_id);
    const bool runs_cells = services.evaluator.availability(Language::python).has_value() ||
                            services.evaluator.availability(Language::javascript).has_value();
    if (!runs_cells)
        return problem_response(503, "No cell can run here; the service's log says why.", exchange.request_id);
    return Response::json(std::string(R"({"status":"ready"})"));
}

Response get_version(Exchange& /*exchange*/, Services& /*services*/) {
    static const auto body = std::make_shared<const std::string>(version_json());
    return Response::json(body);
}

Response get_contract(Exchange& /*exchange*/, Services& /*services*/) {
    static const auto text = std::make_shared<const std::string>(k_openapi_yaml);
    Response response = Response::json(text);
    response.content_type = "application/yaml";
    return response;
}

}  // namespace evald::service
