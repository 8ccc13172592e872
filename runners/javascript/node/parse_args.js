// util.parseArgs.
const { coded } = require('./errors');

function parseArgs({ args = process.argv.slice(2), options = {}, strict = true, allowPositionals = !strict, tokens: wantsTokens = false } = {}) {
    const values = Object.create(null), positionals = [], tokens = [], byShort = Object.entries(options);
    const nameOfShort = letter => byShort.find(([, o]) => o.short === letter)?.[0] ?? letter;
    const store = (name, value, rawName, inlineValue, index) => {
        const option = options[name];
        tokens.push({ kind: 'option', name, rawName, index, value, inlineValue: value === undefined ? undefined : inlineValue });
        if (strict) {
            if (option === undefined) throw coded(TypeError, 'ERR_PARSE_ARGS_UNKNOWN_OPTION', `Unknown option '${rawName}'${allowPositionals && rawName.startsWith('--') ? `. To specify a positional argument starting with a '-', place it at the end of the command after '--', as in '-- "${rawName}"` : ''}`);
            if (option.type === 'string' && typeof value !== 'string') throw coded(TypeError, 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE', `Option '${option.short ? `-${option.short}, ` : ''}--${name} <value>' argument missing`);
            if (option.type === 'boolean' && value !== undefined) throw coded(TypeError, 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE', `Option '${option.short ? `-${option.short}, ` : ''}--${name}' does not take an argument`);
        }
        const given = value ?? true;
        if (option?.multiple) (values[name] ??= []).push(given); else values[name] = given;
    };
    for (let i = 0; i < args.length; i++) {
        const arg = args[i], index = i;
        if (arg === '--') { tokens.push({ kind: 'option-terminator', index }); for (const rest of args.slice(i + 1)) { tokens.push({ kind: 'positional', index: ++i, value: rest }); positionals.push(rest); } break; }
        const takes = name => options[name]?.type === 'string' && i + 1 < args.length && !(strict && args[i + 1].startsWith('-') && args[i + 1].length > 1);
        if (/^--./.test(arg)) {
            const at = arg.indexOf('='), name = arg.slice(2, at < 0 ? undefined : at);
            if (at >= 0) store(name, arg.slice(at + 1), `--${name}`, true, index);
            else if (/^no-/.test(name) && options[name.slice(3)]?.type === 'boolean' && arguments[0].allowNegative) values[name.slice(3)] = false;
            else store(name, takes(name) ? args[++i] : undefined, arg, false, index);
        } else if (/^-./.test(arg)) {
            for (let k = 1; k < arg.length; k++) {
                const name = nameOfShort(arg[k]);
                if (options[name]?.type === 'string' && k + 1 < arg.length) { store(name, arg.slice(k + 1), `-${arg[k]}`, true, index); break; }
                store(name, k + 1 === arg.length && takes(name) ? args[++i] : undefined, `-${arg[k]}`, false, index);
            }
        } else {
            if (!allowPositionals) throw coded(TypeError, 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL', `Unexpected argument '${arg}'. This command does not take positional arguments`);
            tokens.push({ kind: 'positional', index, value: arg });
            positionals.push(arg);
        }
    }
    for (const [name, option] of Object.entries(options)) if (option.default !== undefined && values[name] === undefined) values[name] = option.default;
    return wantsTokens ? { values, positionals, tokens } : { values, positionals };
}
module.exports = parseArgs;
