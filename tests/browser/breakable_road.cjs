// A port that leads to another, and can be cut: what a proxy that restarts, or a laptop that sleeps, does to a page.
const net = require("node:net");

class BreakableRoad {
  #sockets = new Set();
  #isBlocked = false;

  constructor(port) {
    this.server = net.createServer((near) => {
      if (this.#isBlocked) {
        near.destroy();
        return;
      }
      const far = net.connect(port, "127.0.0.1");
      for (const [one, other] of [[near, far], [far, near]]) {
        this.#sockets.add(one);
        one.on("error", () => other.destroy());
        one.on("close", () => {
          this.#sockets.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
    });
  }

  async open() {
    await new Promise((done) => this.server.listen(0, "127.0.0.1", done));
    this.url = `http://127.0.0.1:${this.server.address().port}`;
    return this;
  }

  block() {
    this.#isBlocked = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  unblock() {
    this.#isBlocked = false;
  }

  close() {
    this.block();
    this.server.close();
  }
}

module.exports = { BreakableRoad };
