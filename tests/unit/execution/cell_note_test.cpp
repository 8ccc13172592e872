#include "execution/run_result.hpp"

#include <doctest/doctest.h>

using namespace evald;
using namespace std::chrono_literals;

namespace {

CellNoteInput input(CellEnd end, std::size_t index = 0, std::size_t cells = 1) {
    CellNoteInput note;
    note.index = index;
    note.cells = cells;
    note.outcome.end = end;
    note.timeout = 1s;
    return note;
}

}  // namespace

TEST_SUITE("cell note") {
    TEST_CASE("a failed cell names its exit code, what persists and what was skipped") {
        auto note = input(CellEnd::failed, 2, 5);
        note.outcome.exit_code = 1;
        note.persisting = {0, 1};
        CHECK(cell_note(note) ==
              "Cell 3 failed (exit code 1). State of the earlier cells persists. Not run: cells 4, 5.");
        note = input(CellEnd::failed);
        note.outcome.exit_code = 3;
        CHECK(cell_note(note) == "Cell 1 failed (exit code 3).");
    }

    TEST_CASE("only earlier cells whose kernel is still there are said to persist") {
        auto note = input(CellEnd::kernel_died, 2, 3);
        note.outcome.kernel_kept = false;
        note.outcome.exit_status = ExitStatus{false, 7, {}, {}};
        const std::string lost =
            "Cell 3 failed. Python kernel exited with code 7: its state is lost, the next cell "
            "starts a fresh kernel.";
        CHECK(cell_note(note) == lost);
        note.persisting = {1};
        CHECK(cell_note(note) == lost + " State of cell 2 persists.");
        note.persisting = {0, 1};
        note.index = 3;
        CHECK(cell_note(note).ends_with(" State of cells 1, 2 persists."));
    }

    TEST_CASE("a cell that is cancelled as its session or the service ends keeps nothing") {
        auto ended = input(CellEnd::cancelled, 1, 2);
        ended.persisting = {0};
        ended.outcome.cancel_reason = ended.run_cancelled = CancelReason::session_ended;
        CHECK(cell_note(ended) ==
              "Cell 2 aborted: the session was ended. The Python kernel ends with the session: its state is gone.");
        ended.outcome.cancel_reason = ended.run_cancelled = CancelReason::shutdown;
        CHECK(cell_note(ended) ==
              "Cell 2 aborted: the service is shutting down. The Python kernel ends with the service: its state is "
              "gone.");
        ended.outcome.cancel_reason = ended.run_cancelled = CancelReason::caller_gone;
        CHECK(cell_note(ended).ends_with("was kept and its state is preserved. State of the earlier cells persists."));
    }

    TEST_CASE("a kernel of one cell alone is not said to be kept") {
        auto note = input(CellEnd::timed_out);
        note.is_per_call = true;
        CHECK(cell_note(note) == "Cell 1 timed out after 1 s. Its kernel was for this cell alone: no state is kept.");
    }

    TEST_CASE("a timeout says how long it was and what became of the kernel") {
        CHECK(cell_note(input(CellEnd::timed_out)) ==
              "Cell 1 timed out after 1 s. The Python kernel was kept and its state is preserved.");
        auto killed = input(CellEnd::timed_out);
        killed.outcome.kernel_kept = false;
        killed.outcome.was_killed = true;
        killed.outcome.interrupt_sent = true;
        CHECK(cell_note(killed) ==
              "Cell 1 timed out after 1 s. The Python kernel did not stop when interrupted and was "
              "killed: its state is lost, the next cell starts a fresh kernel.");
        CHECK(loss_after(killed.outcome, 1s) ==
              "it was killed after a cell timed out (1 s) and did not stop when interrupted");
    }

    TEST_CASE("a kernel that died says how, and suspects memory only of a SIGKILL nobody sent") {
        auto died = input(CellEnd::kernel_died);
        died.outcome.kernel_kept = false;
        died.outcome.exit_code = 7;
        died.outcome.exit_status = ExitStatus{false, 7, {}, {}};
        CHECK(cell_note(died).starts_with(
            "Cell 1 failed (exit code 7). Python kernel exited with code 7: its state is lost"));
        died.outcome.exit_code.reset();
        died.outcome.exit_status = ExitStatus{true, 9, {}, {}};
        CHECK(cell_note(died).find("possibly out of memory") != std::string::npos);
        died.outcome.exit_status = ExitStatus{true, 11, {}, {}};
        CHECK(cell_note(died).find("memory") == std::string::npos);
    }

    TEST_CASE("durations are written as people do") {
        CHECK(duration_text(1s) == "1 s");
        CHECK(duration_text(1500ms) == "1.5 s");
        CHECK(duration_text(250ms) == "250 ms");
        CHECK(duration_text(3600s) == "3600 s");
    }
}
