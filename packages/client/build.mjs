/** Compiles the package for `import` and `require`. */
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const folder = import.meta.dirname;
const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const compile = (/** @type {string[]} */ ...options) =>
  execFileSync(process.execPath, [compiler, ...options], { cwd: folder, stdio: "inherit" });

rmSync(join(folder, "dist"), { recursive: true, force: true });
compile();
compile(
  ...["--outDir", "dist/cjs", "--verbatimModuleSyntax", "false"],
  ...["--module", "commonjs", "--moduleResolution", "node10"],
);
writeFileSync(join(folder, "dist", "cjs", "package.json"), '{ "type": "commonjs" }\n');
