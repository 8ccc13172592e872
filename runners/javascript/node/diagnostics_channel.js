// node:diagnostics_channel: channels to which anybody may subscribe.
class Channel {
    constructor(name) { this.name = name; this.subscribers = []; }
    get hasSubscribers() { return this.subscribers.length > 0; }
    subscribe(f) { this.subscribers = [...this.subscribers, f]; }
    unsubscribe(f) { const had = this.subscribers.includes(f); this.subscribers = this.subscribers.filter(s => s !== f); return had; }
    publish(message) { for (const f of this.subscribers) f(message, this.name); }
}
const channels = new Map();
const channel = name => channels.get(name) ?? channels.set(name, new Channel(name)).get(name);
module.exports = { Channel, channel, hasSubscribers: name => channel(name).hasSubscribers, subscribe: (name, f) => channel(name).subscribe(f), unsubscribe: (name, f) => channel(name).unsubscribe(f) };
