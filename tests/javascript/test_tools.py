"""tool.<name>(): calls to the host and their answers, in any order."""

from runner import RunnerTest


class ToolTest(RunnerTest):
    def calls(self, count):
        frames = []
        while len(frames) < count:
            frame = self.runner.read()
            if frame["type"] == "tool":
                frames.append(frame)
        return frames

    def answer(self, call, value=None, error=None):
        message = {"type": "tool_result", "callId": call["callId"], "ok": error is None}
        message.update({"value": value} if error is None else {"error": error})
        self.runner.send(message)

    def test_a_call_and_its_answer(self):
        self.runner.start("const r = await tool.search({q: 'x', n: [1]}); console.log(r.hits); r")
        call = self.calls(1)[0]
        self.assertEqual((call["id"], call["name"], call["args"]), ("cell-1", "search", {"q": "x", "n": [1]}))
        self.answer(call, {"hits": 3})
        cell = self.runner.finish()
        self.assertEqual((cell.text(), cell.result["application/json"]), ("3\n", {"hits": 3}))

    def test_texts_errors_and_nothing(self):
        self.runner.start("const out = [await tool.a(), await tool.b('arg')];"
                          "try { await tool.c() } catch (e) { out.push(e.message) } out")
        for value in ("text", None):
            self.answer(self.calls(1)[0], value)
        self.answer(self.calls(1)[0], error="no such tool")
        self.assertEqual(self.runner.finish().result["application/json"], ["text", None, "no such tool"])

    def test_calls_at_once_answered_in_any_order(self):
        self.runner.start("await parallel([1, 2, 3].map(n => () => tool.t({n})))")
        calls = self.calls(3)
        self.assertEqual(len({call["callId"] for call in calls}), 3)
        for call in reversed(calls):
            self.answer(call, call["args"]["n"] * 10)
        self.assertEqual(self.runner.finish().result["application/json"], [10, 20, 30])

    def test_parallel_waits_for_all_and_raises_the_first(self):
        cell = self.run_cell("let ended = 0; try { await parallel([() => { throw new Error('one') },"
                             " async () => { await null; ended++ }, async () => { throw new Error('two') }]) }"
                             " catch (e) { console.log(e.message, ended) }")
        self.assertEqual(cell.text(), "one 1\n")

    def test_what_is_no_json_is_refused_with_its_place_before_it_is_sent(self):
        for args, message in (("{a: {b: [1, () => 1]}}", "tool.t: the argument a.b[1] is of type function"),
                              ("{n: NaN}", "tool.t: the argument n is NaN"),
                              ("{m: new Map()}", "the argument m is of type Map"),
                              ("{p: Promise.resolve(1)}", "the argument p is of type Promise"),
                              ("{b: 10n}", "the argument b is of type "),
                              ("{l: [undefined]}", "the argument l[0] is of type undefined"),
                              ("{s: Symbol('x')}", "the argument s is of type symbol"),
                              ("(() => { const o = {}; o.o = o; return o })()", "the argument o holds itself")):
            cell = self.run_cell(f"await tool.t({args})")
            self.assertIn(message, cell.error["evalue"])
            self.assertEqual(cell.error["ename"], "TypeError")
        self.runner.start("await tool.t({a: undefined, d: new Date(0), b: [true, null, 1.5, 'x']})")
        call = self.calls(1)[0]
        self.assertEqual(call["args"], {"d": "1970-01-01T00:00:00.000Z", "b": [True, None, 1.5, "x"]})
        self.answer(call)
        self.runner.finish()

    def test_the_list_of_tools(self):
        self.runner.start("[(await tool.list())[0].name, await tool.list({n: 1})]")
        call = self.calls(1)[0]
        self.assertEqual(call["name"], "$list")
        self.answer(call, [{"name": "add"}])
        call = self.calls(1)[0]
        self.assertEqual((call["name"], call["args"]), ("list", {"n": 1}))
        self.answer(call, 5)
        self.assertEqual(self.runner.finish().result["application/json"], ["add", 5])

    def test_options_one_by_one(self):
        self.runner.start("await completion('p', 'slow', 'be brief')")
        call = self.calls(1)[0]
        self.assertEqual(call["args"], {"prompt": "p", "model": "slow", "system": "be brief"})
        self.answer(call, {"text": "t"})
        self.runner.finish()

    def test_budget(self):
        self.runner.start("[await budget.total(), await budget.remaining()]")
        self.answer(self.calls(1)[0], {"total": 10, "spent": 4})
        self.answer(self.calls(1)[0], error="no such tool")
        self.assertEqual(self.runner.finish().result["text/plain"], "[ 10, Infinity ]")

    def test_pipeline(self):
        self.assertEqual(self.value("await pipeline([1, 2], x => x + 1, async x => x * 10)"), "[ 20, 30 ]")
        # All clear a stage before the next begins; a stage gets the item alone.
        self.assertEqual(
            self.value("const order = [];\nawait pipeline([1, 2], async function () { order.push(arguments.length);\n"
                       "if (arguments[0] === 1) await new Promise(r => setTimeout(r, 20)); order.push('a'); },\n"
                       "() => { order.push('b'); });\norder.join('')"), "11aabb")

    def test_agent_and_completion(self):
        self.runner.start("[await completion('p', {system: 's'}), await agent('q', {label: 'l', schema: {}}),"
                          " await agent('r', {handle: true})]")
        call = self.calls(1)[0]
        self.assertEqual((call["name"], call["args"]), ("completion", {"prompt": "p", "system": "s"}))
        self.answer(call, {"text": "done"})
        call = self.calls(1)[0]
        self.assertEqual(call["args"], {"prompt": "q", "agent": "task", "label": "l", "schema": {}})
        self.answer(call, {"text": "{\"a\": 1}"})
        self.answer(self.calls(1)[0], {"text": "t", "id": "7"})
        self.assertEqual(self.runner.finish().result["application/json"],
                         ["done", {"a": 1}, {"text": "t", "output": "t", "handle": "agent://7", "id": "7", "agent": "task"}])

    def test_an_interrupt_while_waiting(self):
        self.runner.start("await tool.slow()")
        call = self.calls(1)[0]
        self.runner.interrupt()
        self.assertTrue(self.runner.finish().done["cancelled"])
        self.answer(call, "too late")
        self.assertEqual(self.value("'alive'"), "alive")
