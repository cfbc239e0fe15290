/** Compiles the package for `import` and `require`. */
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = import.meta.dirname;
/** The repository's: this package's own compiler only generates types. */
const compiler = join(folder, "..", "..", "node_modules", "typescript", "bin", "tsc");
const compile = (/** @type {string[]} */ ...options) =>
  execFileSync(process.execPath, [compiler, ...options], { cwd: folder, stdio: "inherit" });

rmSync(join(folder, "dist"), { recursive: true, force: true });
compile();
compile(
  ...["--outDir", "dist/cjs", "--verbatimModuleSyntax", "false"],
  ...["--module", "commonjs", "--moduleResolution", "bundler"],
);
writeFileSync(join(folder, "dist", "cjs", "package.json"), '{ "type": "commonjs" }\n');
