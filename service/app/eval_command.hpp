#pragma once

#include "config/config.hpp"

#include <string>

namespace evald::service {

/// `evald eval`: what was asked for.
struct EvalCommand {
    std::string language = "py";
    std::string file = "-";    ///< "-": standard input
    bool prints_json = false;  ///< the whole result rather than its text
    bool keeps_data = false;   ///< false: workspace and artifacts are in a folder that goes afterwards
};

/// Runs the code as one cell through an evaluator in this process. 0, 1 if the cell failed or could not be run.
int run_eval_command(Config config, const EvalCommand& command);

}  // namespace evald::service
