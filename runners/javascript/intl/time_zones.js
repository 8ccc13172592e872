// Names of time zones.
const N = require('evald:natives');
const I = N.intl;

let byLowerCase;
function anyCase(name) {
    byLowerCase ??= new Map(I.names('anyTimeZone', 'en').split(' ').map(zone => [zone.toLowerCase(), zone]));
    return byLowerCase.get(name.toLowerCase());
}
// "+05:30" and such are zones of their own.
function offsetZone(name) {
    const match = /^([-+])([01]\d|2[0-3])(?::?([0-5]\d))?$/.exec(name);
    return match === null ? undefined : `${match[1]}${match[2]}:${match[3] ?? '00'}`.replace('-00:00', '+00:00');
}
// {shown, used}: the name for scripts, and ICU's; undefined for what is none.
function timeZone(name) {
    const offset = offsetZone(name);
    if (offset !== undefined) return { shown: offset, used: `GMT${offset}` };
    const known = anyCase(name),
          canonical = known === undefined || /^SystemV\//.test(known) ? undefined: I.timeZone(known);
    if (canonical === undefined) return undefined;
    const shown = ['Etc/UTC', 'Etc/GMT', 'GMT', 'Etc/UCT'].includes(canonical) ? 'UTC' : canonical;
    return { shown, used: canonical };
}
// TZ may change while a cell runs.
function ownTimeZone() {
    const asked = N.process.env.TZ;
    return asked && timeZone(asked.replace(/^:/, '')) || timeZone(I.hostTimeZone())
        || {shown: 'UTC', used: 'Etc/UTC'};
}

module.exports = { ownTimeZone, timeZone };
