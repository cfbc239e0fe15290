/**
 * `npm run pack -- FOLDER`: builds, and copies exactly what the product needs to run with an external database
 * into a folder. The container image contains that folder; `node dist/server.mjs` starts it.
 */
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, matchesGlob, resolve } from "node:path";
import type { Progress } from "#installation/installation-error.ts";
import { projectRoot } from "#installation/project-root.ts";
import { build } from "./build.ts";
import { filesOfBundles, READ_BY_NEXT, tracedFiles, UNUSED_BY_NEXT } from "./next-build.ts";
import { say } from "./steps.ts";

/** Read by path at run time, so tracing imports doesn't find them. */
const READ = ["public", "prisma/migrations", "prisma/data", "dist/*.mjs*", ...READ_BY_NEXT];

const UNUSED = [...UNUSED_BY_NEXT, "node_modules/**/{test,tests}/**"];

/** As JavaScript: Next would need its compiler to read TypeScript. */
async function writeConfiguration(destination: string): Promise<void> {
  const { transform } = await import("esbuild");
  const source = readFileSync(join(projectRoot, "next.config.ts"), "utf8");
  const { code } = await transform(source, { loader: "ts", format: "esm", target: "node24" });
  writeFileSync(join(destination, "next.config.mjs"), code);
}

/** The rest of our package.json doesn't apply to the packed files. */
function writeManifest(destination: string): void {
  const { name, version, type } = JSON.parse(
    readFileSync(join(projectRoot, "package.json"), "utf8"),
  );
  const manifest = { name, version, private: true, type, engines: { node: ">=24" } };
  writeFileSync(join(destination, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * Creates the folder.
 * @param destination an absolute path that doesn't exist yet
 */
export async function pack(destination: string, progress: Progress = () => {}): Promise<void> {
  if (existsSync(destination)) throw new Error(`${destination} already exists. Remove it first.`);
  await build(progress);
  mkdirSync(destination, { recursive: true });
  // Next.js's traces include those of the worker threads.
  const packaged = [...(await filesOfBundles(["server", "admin"], UNUSED)), ...tracedFiles()]
    .filter((file) => file.startsWith("node_modules/"))
    .filter((file) => !UNUSED.some((pattern) => matchesGlob(file, pattern)));
  for (const file of new Set([...globSync(READ, { cwd: projectRoot }), ...packaged])) {
    const source = join(projectRoot, file);
    if (!existsSync(source)) continue;
    cpSync(source, join(destination, file), { recursive: true, verbatimSymlinks: true });
  }
  await writeConfiguration(destination);
  writeManifest(destination);
  progress(`Packed into ${destination}.`);
}

if (import.meta.main) {
  const folder = process.argv[2];
  if (!folder) throw new Error("Usage: npm run pack -- FOLDER");
  await pack(resolve(folder), say);
}
