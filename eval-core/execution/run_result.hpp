#pragma once

#include "execution/cell_fsm.hpp"
#include "execution/run.hpp"
#include "execution/run_output.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace evald {

enum class CellStatus : std::uint8_t { pending, running, complete, error };
std::string_view cell_status_name(CellStatus status);

/// What is known of a cell once its run is over.
struct CellRecord {
    CellStatus status = CellStatus::pending;
    std::int64_t duration_ms = 0;
    std::optional<int> exit_code;
    std::optional<std::int64_t> execution_count;
};

/// Which cell ended the run and how: what the notes of the text are made of.
struct CellNoteInput {
    std::size_t index = 0;  ///< from 0
    std::size_t cells = 1;
    Language language = Language::python;
    CellOutcome outcome;
    std::chrono::milliseconds timeout{0};
    std::string failure;                        ///< of a cell that never reached a kernel
    std::optional<CancelReason> run_cancelled;  ///< perhaps after this cell's own end was settled
    bool is_per_call = false;                   ///< each cell's kernel ends with it (kernel_mode)
    std::vector<std::size_t> persisting;        ///< earlier cells whose kernel still is the one that ran them, from 0
};

/// The last words on a failed cell: "Cell 2 failed (exit code 1).", what became of the state, what was not run.
std::string cell_note(const CellNoteInput& input);

/// Why the kernel is gone, for the next call's notice; empty when it is not.
std::string loss_after(const CellOutcome& outcome, std::chrono::milliseconds timeout);

/// ename and evalue for an outcome that the kernel itself did not report.
struct OutcomeError {
    std::string ename, evalue;
};
std::optional<OutcomeError> outcome_error(const CellNoteInput& input);

/// "1 s", "1.5 s", "250 ms".
std::string duration_text(std::chrono::milliseconds duration);

/// The encoded result of a run, as POST /eval answers it.
std::string encode_result(const Run& run, const std::vector<CellRecord>& cells, const RunOutput& output,
                          std::string_view text, std::string_view notice, bool is_error);

}  // namespace evald
