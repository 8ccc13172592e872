// Asks again and again until there is an answer; fails after `within` ms. Nothing here sleeps for a fixed time.
async function until(ask, what, within = 60_000) {
  const end = Date.now() + within;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`waited ${within} ms in vain for ${what}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

module.exports = { until };
