#pragma once

#include "base/error.hpp"
#include "config/config.hpp"
#include "remote_tools/http_call.hpp"
#include "tools/configured_tools.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <memory>
#include <string>
#include <vector>

namespace evald::service {

/// The tools of the configuration (tools.NAME, completion.url), answered over HTTP. Loop thread.
class RemoteTools final : public ConfiguredTools {
public:
    /// Fails with each tool whose parameters are no JSON schema, and when the system's certificates cannot be read.
    /// `config` outlives it.
    [[nodiscard]] static Result<std::unique_ptr<RemoteTools>> make(boost::asio::any_io_executor loop,
                                                                   const Config& config);

    [[nodiscard]] const std::vector<ToolSpec>& specs() const override { return specs_; }
    std::unique_ptr<PendingCall> call(const ToolSpec& tool, std::string args_json, const TraceContext& trace,
                                      Done done) override;

private:
    RemoteTools(boost::asio::any_io_executor loop, const Config& config);
    [[nodiscard]] std::string add_tools();
    std::unique_ptr<PendingCall> start(OutboundRequest request, HttpCall::Done done);
    std::unique_ptr<PendingCall> call_completion(const std::string& args_json, const TraceContext& trace, Done done);
    std::unique_ptr<PendingCall> fail_soon(std::string why, Done done);

    boost::asio::any_io_executor loop_;
    const Config& config_;
    std::shared_ptr<TlsTrust> trust_;
    std::vector<ToolSpec> specs_;
    std::vector<OutboundRequest> requests_;  ///< of each spec, without a body
    const ToolSpec* completion_ = nullptr;   ///< the one that is answered by completion.url
    std::shared_ptr<int> under_way_ = std::make_shared<int>(0);
};

}  // namespace evald::service
