#include "execution/cell_fsm.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace evald;
using namespace std::chrono_literals;

namespace {

constexpr CellFsm::TimePoint k_begin{};

CellLimits limits() {
    CellLimits limits;
    limits.timeout = 10s;
    limits.start = 3s;
    limits.grace = 5s;
    return limits;
}

bool has(const CellActions& actions, CellAction action) {
    return std::find(actions.begin(), actions.end(), action) != actions.end();
}

CellFsm running() {
    CellFsm fsm(limits());
    fsm.on_handed_over(k_begin);
    fsm.on_started(k_begin);
    return fsm;
}

ExitStatus exited(int code) { return {false, code, {}, {}}; }
ExitStatus killed(int signal) { return {true, signal, {}, {}}; }

}  // namespace

TEST_SUITE("cell fsm") {
    TEST_CASE("a cell that ends by itself is ok and keeps its kernel") {
        CellFsm fsm = running();
        CHECK(has(fsm.on_done(true, std::nullopt, 4, false), CellAction::finish));
        CHECK(fsm.finished());
        CHECK(fsm.outcome().end == CellEnd::ok);
        CHECK(fsm.outcome().kernel_kept);
        CHECK(fsm.outcome().exit_code == 0);
        CHECK(fsm.outcome().execution_count == 4);
        CHECK_FALSE(fsm.deadline());
    }

    TEST_CASE("an error has exit code 1, sys.exit its own, sys.exit(0) is a success") {
        CellFsm error = running();
        error.on_done(false, std::nullopt, 1, false);
        CHECK(error.outcome().end == CellEnd::failed);
        CHECK(error.outcome().exit_code == 1);
        CellFsm three = running();
        three.on_done(false, 3, 1, false);
        CHECK(three.outcome().exit_code == 3);
        CellFsm zero = running();
        zero.on_done(true, 0, 1, false);
        CHECK(zero.outcome().end == CellEnd::ok);
        CellFsm code_without_error = running();
        code_without_error.on_done(true, 2, 1, false);
        CHECK(code_without_error.outcome().end == CellEnd::failed);
    }

    TEST_CASE("the watchdog counts from started, not from the handing over") {
        CellFsm fsm(limits());
        fsm.on_handed_over(k_begin);
        CHECK(fsm.deadline() == k_begin + 3s);
        fsm.on_started(k_begin + 2s);
        CHECK(fsm.deadline() == k_begin + 12s);
        CHECK(fsm.on_timer(k_begin + 11s).empty());
        CHECK(has(fsm.on_timer(k_begin + 12s), CellAction::interrupt));
    }

    TEST_CASE("a timed-out cell that stops when interrupted keeps its kernel and has no exit code") {
        CellFsm fsm = running();
        CHECK(has(fsm.on_timer(k_begin + 10s), CellAction::interrupt));
        CHECK(fsm.deadline() == k_begin + 14s);
        fsm.on_done(false, std::nullopt, 2, false);
        CHECK(fsm.outcome().end == CellEnd::timed_out);
        CHECK(fsm.outcome().kernel_kept);
        CHECK_FALSE(fsm.outcome().exit_code);
    }

    TEST_CASE("a timed-out cell that does not stop is killed, and says so even if it answers late") {
        CellFsm fsm = running();
        fsm.on_timer(k_begin + 10s);
        CHECK(has(fsm.on_timer(k_begin + 14s), CellAction::insist));
        CHECK(has(fsm.on_timer(k_begin + 15s), CellAction::shut_down));
        CHECK(fsm.on_done(true, std::nullopt, 2, false).empty());
        CHECK_FALSE(fsm.finished());
        fsm.on_exit(killed(15));
        CHECK(fsm.outcome().end == CellEnd::timed_out);
        CHECK(fsm.outcome().was_killed);
        CHECK_FALSE(fsm.outcome().kernel_kept);
        CHECK_FALSE(fsm.outcome().exit_code);
    }

    TEST_CASE("a cell that stops once the interrupt is insisted on keeps its kernel") {
        CellFsm fsm = running();
        fsm.on_timer(k_begin + 10s);
        const CellActions insisted = fsm.on_timer(k_begin + 14s);
        CHECK(has(insisted, CellAction::insist));
        CHECK(has(insisted, CellAction::set_timer));
        CHECK(fsm.deadline() == k_begin + 15s);
        CHECK(has(fsm.on_done(false, std::nullopt, 2, false), CellAction::finish));
        CHECK(fsm.outcome().end == CellEnd::timed_out);
        CHECK(fsm.outcome().kernel_kept);
        CHECK_FALSE(fsm.outcome().was_killed);
    }

    TEST_CASE("a cancel before started waits for started, then interrupts") {
        CellFsm fsm(limits());
        fsm.on_handed_over(k_begin);
        CHECK(fsm.on_cancel(CancelReason::cancel_requested, k_begin).empty());
        CHECK(has(fsm.on_started(k_begin + 1s), CellAction::interrupt));
        fsm.on_done(false, std::nullopt, 1, false);
        CHECK(fsm.outcome().end == CellEnd::cancelled);
        CHECK(fsm.outcome().cancel_reason == CancelReason::cancel_requested);
    }

    TEST_CASE("the first cancel reason counts, and a cancel after the timeout changes nothing") {
        CellFsm fsm = running();
        fsm.on_cancel(CancelReason::interrupted, k_begin);
        CHECK(fsm.on_cancel(CancelReason::shutdown, k_begin).empty());
        fsm.on_done(false, std::nullopt, 1, false);
        CHECK(fsm.outcome().cancel_reason == CancelReason::interrupted);
        CellFsm late = running();
        late.on_timer(k_begin + 10s);
        late.on_cancel(CancelReason::caller_gone, k_begin + 11s);
        late.on_done(false, std::nullopt, 1, false);
        CHECK(late.outcome().end == CellEnd::timed_out);
    }

    TEST_CASE("a kernel that never starts the cell is ended within the start limit") {
        CellFsm fsm(limits());
        fsm.on_handed_over(k_begin);
        CHECK(has(fsm.on_timer(k_begin + 3s), CellAction::shut_down));
        fsm.on_exit(killed(9));
        CHECK(fsm.outcome().end == CellEnd::kernel_died);
        CHECK(fsm.outcome().was_killed);
    }

    TEST_CASE("a kernel that dies gives its exit code, a signal gives none") {
        CellFsm fsm = running();
        fsm.on_exit(exited(7));
        CHECK(fsm.outcome().end == CellEnd::kernel_died);
        CHECK(fsm.outcome().exit_code == 7);
        CHECK_FALSE(fsm.outcome().kernel_kept);
        CellFsm segfault = running();
        segfault.on_exit(killed(11));
        CHECK_FALSE(segfault.outcome().exit_code);
    }

    TEST_CASE("paused by reference count; the last resume starts a fresh full window") {
        CellFsm fsm = running();
        fsm.pause(k_begin + 9s);
        fsm.pause(k_begin + 9s);
        CHECK_FALSE(fsm.deadline());
        CHECK(fsm.on_timer(k_begin + 100s).empty());
        fsm.resume(k_begin + 100s);
        CHECK_FALSE(fsm.deadline());
        fsm.resume(k_begin + 200s);
        CHECK(fsm.deadline() == k_begin + 210s);
        CHECK(fsm.resume(k_begin + 201s).empty());
    }

    TEST_CASE("a pause does not stop the grace after an interrupt") {
        CellFsm fsm = running();
        fsm.on_cancel(CancelReason::interrupted, k_begin);
        fsm.pause(k_begin);
        CHECK(has(fsm.on_timer(k_begin + 4s), CellAction::insist));
        fsm.pause(k_begin + 4s);
        CHECK(has(fsm.on_timer(k_begin + 5s), CellAction::shut_down));
    }

    TEST_CASE("nothing happens after the end") {
        CellFsm fsm = running();
        fsm.on_done(true, std::nullopt, 1, false);
        CHECK(fsm.on_exit(exited(1)).empty());
        CHECK(fsm.on_cancel(CancelReason::shutdown, k_begin).empty());
        CHECK(fsm.on_timer(k_begin + 1h).empty());
        CHECK(fsm.on_done(false, std::nullopt, 1, false).empty());
        CHECK(fsm.outcome().end == CellEnd::ok);
    }
}
