#include "execution/run_result.hpp"

#include <array>
#include <charconv>
#include <csignal>

namespace evald {
namespace {

std::string kernel_name(Language language) { return std::string(language_name(language)) + " kernel"; }

bool killed_by_kernel_oom(const CellOutcome& outcome) {
    return outcome.exit_status && outcome.exit_status->signaled && outcome.exit_status->value == SIGKILL &&
           outcome.exit_status->limit.empty() && !outcome.was_killed;
}

/// "cell 2", "cells 2, 3", of indices from 0.
std::string cells_text(const std::vector<std::size_t>& cells) {
    std::string text = cells.size() == 1 ? "cell " : "cells ";
    for (std::size_t i = 0; i < cells.size(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(cells[i] + 1);
    return text;
}

std::string skipped_cells(std::size_t index, std::size_t cells) {
    std::vector<std::size_t> skipped;
    for (std::size_t i = index + 1; i < cells; ++i) skipped.push_back(i);
    return skipped.empty() ? "" : " Not run: " + cells_text(skipped) + ".";
}

/// Why no kernel of the session outlives this cell; empty where one may.
std::string end_of_kernels(const CellNoteInput& input) {
    const auto reason = input.run_cancelled;
    if (reason == CancelReason::session_ended) return "ends with the session";
    if (reason == CancelReason::shutdown) return "ends with the service";
    return "";
}

std::string earlier_state(const CellNoteInput& input) {
    if (input.persisting.empty() || !end_of_kernels(input).empty()) return "";
    if (input.persisting.size() == input.index) return " State of the earlier cells persists.";
    return " State of " + cells_text(input.persisting) + " persists.";
}

std::string what_became_of_state(const CellNoteInput& input) {
    const CellOutcome& outcome = input.outcome;
    if (outcome.end == CellEnd::kernel_died)
        return " " + kernel_name(input.language) + " " + outcome.exit_status->describe() +
               (killed_by_kernel_oom(outcome) ? ", possibly out of memory" : "") +
               ": its state is lost, the next cell starts a fresh kernel.";
    if (outcome.was_killed)
        return " The " + kernel_name(input.language) +
               (outcome.interrupt_sent ? " did not stop when interrupted and was killed"
                                       : " did not respond and was killed") +
               ": its state is lost, the next cell starts a fresh kernel.";
    if (outcome.restart_requested)
        return " The " + kernel_name(input.language) +
               (outcome.exit_called ? " was restarted, as process.exit asks: its state is gone."
                                    : " could not go on after this and was restarted: its state is lost.");
    if (outcome.end != CellEnd::timed_out && outcome.end != CellEnd::cancelled) return "";
    if (const std::string end = end_of_kernels(input); !end.empty())
        return " The " + kernel_name(input.language) + " " + end + ": its state is gone.";
    if (input.is_per_call) return " Its kernel was for this cell alone: no state is kept.";
    return " The " + kernel_name(input.language) + " was kept and its state is preserved.";
}

std::string headline(const CellNoteInput& input) {
    const std::string cell = "Cell " + std::to_string(input.index + 1);
    switch (input.outcome.end) {
        case CellEnd::timed_out: return cell + " timed out after " + duration_text(input.timeout) + ".";
        case CellEnd::cancelled:
            return cell + " aborted: " + std::string(cancel_reason_text(*input.outcome.cancel_reason)) + ".";
        case CellEnd::no_kernel:
            if (input.outcome.cancel_reason)
                return cell + " aborted: " + std::string(cancel_reason_text(*input.outcome.cancel_reason)) + ".";
            return cell + " failed: " + input.failure + ".";
        case CellEnd::ok:
        case CellEnd::failed:
        case CellEnd::kernel_died:
            if (input.outcome.exit_code)
                return cell + " failed (exit code " + std::to_string(*input.outcome.exit_code) + ").";
            return cell + " failed.";
    }
    return cell + " failed.";
}

}  // namespace

std::string duration_text(std::chrono::milliseconds duration) {
    if (duration.count() < 1000) return std::to_string(duration.count()) + " ms";
    std::array<char, 32> digits{};
    const auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), static_cast<double>(duration.count()) / 1000.0);
    return std::string(digits.data(), end.ptr) + " s";
}

std::string cell_note(const CellNoteInput& input) {
    return headline(input) + what_became_of_state(input) + earlier_state(input) +
           skipped_cells(input.index, input.cells);
}

std::string loss_after(const CellOutcome& outcome, std::chrono::milliseconds timeout) {
    if (outcome.kernel_kept) return "";
    if (outcome.exit_called) return "a cell asked for it (process.exit)";
    if (outcome.restart_requested) return "it could not go on after a cell's error and was restarted";
    if (outcome.end == CellEnd::timed_out)
        return "it was killed after a cell timed out (" + duration_text(timeout) +
               ") and did not stop when interrupted";
    if (outcome.was_killed) return "it was killed after a cell did not stop when interrupted";
    if (outcome.exit_status)
        return "it " + outcome.exit_status->describe() +
               (killed_by_kernel_oom(outcome) ? ", possibly out of memory" : "");
    return "it ended";
}

std::optional<OutcomeError> outcome_error(const CellNoteInput& input) {
    const CellOutcome& outcome = input.outcome;
    switch (outcome.end) {
        case CellEnd::timed_out: return OutcomeError{"TimeoutError", "timed out after " + duration_text(input.timeout)};
        case CellEnd::cancelled:
            return OutcomeError{"Cancelled", std::string(cancel_reason_text(*outcome.cancel_reason))};
        case CellEnd::kernel_died:
            return OutcomeError{"KernelDied", kernel_name(input.language) + " " + outcome.exit_status->describe()};
        case CellEnd::no_kernel:
            if (outcome.cancel_reason)
                return OutcomeError{"Cancelled", std::string(cancel_reason_text(*outcome.cancel_reason))};
            return OutcomeError{"KernelUnavailable", input.failure};
        case CellEnd::ok:
        case CellEnd::failed: return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace evald
