#pragma once

#include "config/config.hpp"
#include "session/evaluator.hpp"
#include "support/fake_kernel.hpp"
#include "support/fake_tools.hpp"
#include "support/memory_artifact_store.hpp"
#include "support/result_printer.hpp"
#include "support/run_coroutine.hpp"
#include "support/temp_dir.hpp"

#include <boost/asio/io_context.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace evald::test {

/// An evaluator over fake kernels, with short graces. Cells are given as "py:code" or "js:code".
struct EvaluatorFixture {
    boost::asio::io_context io;
    TempDir folder;
    Config config;
    FakeProvisioner provisioner{io.get_executor()};
    MemoryArtifactStore artifacts;
    FakeTools tools;
    std::unique_ptr<Evaluator> evaluator;

    EvaluatorFixture() {
        config.data = folder / "data";
        config.kernel.interrupt_grace = std::chrono::milliseconds(50);
        config.kernel.exit_grace = std::chrono::milliseconds(20);
        config.python.spares = config.javascript.spares = 0;
    }
    ~EvaluatorFixture() {
        if (!evaluator) return;
        run_coroutine(io, evaluator->stop());
        evaluator.reset();
        io.restart();
        io.poll();
    }

    Evaluator& start() {
        evaluator = std::make_unique<Evaluator>(io.get_executor(), config, provisioner, artifacts, &tools);
        const auto started = run_coroutine(io, evaluator->start());
        if (!started) throw std::runtime_error(started.error().message);
        return *evaluator;
    }

    static EvalRequest request(const std::string& session, const std::vector<std::string>& cells) {
        EvalRequest request;
        request.session = session;
        for (const std::string& cell : cells) {
            CellSpec spec;
            spec.language = cell.starts_with("js:") ? Language::javascript : Language::python;
            spec.code = cell.substr(3);
            request.cells.push_back(std::move(spec));
        }
        return request;
    }

    std::shared_ptr<Run> submit(EvalRequest asked, const std::string& principal = "alice") {
        SubmitOptions options;
        options.principal = principal;
        auto submitted = evaluator->submit(std::move(asked), options, false);
        if (!submitted) throw std::runtime_error(submitted.error().message);
        return submitted->run;
    }

    nlohmann::json wait(const std::shared_ptr<Run>& run) {
        run_until(io, [&] { return run->finished(); });
        return nlohmann::json::parse(*run->result_json());
    }

    nlohmann::json eval(const std::string& session, const std::vector<std::string>& cells) {
        return wait(submit(request(session, cells)));
    }

    static std::string text(const nlohmann::json& result) { return result["content"][0]["text"]; }
};

}  // namespace evald::test
