// Bundles the page and writes it as C++: node build.mjs --modules DIR --out DIR
//
// DIR of --modules holds node_modules. In --out: page_files.cpp, which the server is compiled with, and dist/, the same
// files as they are served. Names carry a hash of the content, so browsers may keep them for ever; only the document
// is asked for anew. Everything is compressed here, once, as tightly as it goes.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { cppSource } from "./cpp_source.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({ options: { modules: { type: "string" }, out: { type: "string" } } });
const modules = resolve(values.modules ?? here);
const out = resolve(values.out ?? join(here, "dist"));
const { build } = createRequire(join(modules, "package.json"))("esbuild");

const types = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

async function bundle() {
  const result = await build({
    absWorkingDir: here,
    entryPoints: { app: "src/main.jsx", page: "src/style/page.css" },
    bundle: true,
    splitting: true,
    format: "esm",
    minify: true,
    target: ["es2021", "chrome110", "firefox115", "safari16"],
    supported: { "nesting": true },
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".shadow.css": "text" },
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    legalComments: "none",
    nodePaths: [join(modules, "node_modules")],
    outdir: "dist",
    write: false,
    logLevel: "warning",
  });
  return result.outputFiles.map((file) => ({ name: basename(file.path), bytes: Buffer.from(file.contents) }));
}

function named(files, start, ending) {
  return files.find((file) => file.name.startsWith(start) && file.name.endsWith(ending)).name;
}

function hashed(name, bytes) {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8);
  return { name: `${basename(name, extname(name))}-${hash}${extname(name)}`, bytes };
}

function compressed(bytes) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return { gzip: gzipSync(bytes, { level: 9 }), brotli: brotliCompressSync(bytes, { params }) };
}

const assets = await bundle();
const icon = hashed("icon.svg", readFileSync(join(here, "src/icon.svg")));
assets.push(icon);
const document = readFileSync(join(here, "src/page.html"), "utf8")
  .replaceAll("{{style}}", named(assets, "page-", ".css"))
  .replaceAll("{{script}}", named(assets, "app-", ".js"))
  .replaceAll("{{icon}}", icon.name);
const files = [{ name: "", extension: ".html", bytes: Buffer.from(document) }, ...assets].map((file) => ({
  ...file,
  path: file.name ? `/assets/${file.name}` : "/",
  type: types[file.extension ?? extname(file.name)],
  etag: createHash("sha256").update(file.bytes).digest("hex").slice(0, 20),
  ...compressed(file.bytes),
}));

rmSync(join(out, "dist"), { recursive: true, force: true });
mkdirSync(join(out, "dist/assets"), { recursive: true });
for (const file of files) writeFileSync(join(out, "dist", file.name ? file.path : "index.html"), file.bytes);
writeFileSync(join(out, "page_files.cpp"), cppSource(files));
for (const { path, bytes, gzip, brotli } of files)
  console.log(`${path.padEnd(34)} ${bytes.length} bytes, gzip ${gzip.length}, brotli ${brotli.length}`);
