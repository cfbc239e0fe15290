/**
 * `npm run pack -- FOLDER`: builds, and copies there what the product needs to run with a database of
 * its own, and nothing else. It is what the container image holds; `node dist/server.mjs` starts it.
 */
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, matchesGlob, resolve } from "node:path";
import { nodeFileTrace } from "@vercel/nft";
import type { Progress } from "#installation/installation-error.ts";
import { projectRoot } from "#installation/project-root.ts";
import { build } from "./build.ts";
import { READ_BY_NEXT, tracedFiles, UNUSED_BY_NEXT } from "./next-build.ts";

/** Read at run time by their path, which no import tells. */
const READ = ["public", "prisma/migrations", "prisma/data", "dist/*.mjs*", ...READ_BY_NEXT];

const UNUSED = [...UNUSED_BY_NEXT, "node_modules/**/{test,tests}/**"];

/** The files of packages that our bundles lead to; Next.js traces those of the threads. */
async function filesOfBundles(): Promise<string[]> {
  const bundles = ["server", "admin"].map((name) => join(projectRoot, "dist", `${name}.mjs`));
  const { fileList } = await nodeFileTrace(bundles, { base: projectRoot, ignore: UNUSED });
  return [...fileList];
}

/** Next would need its compiler to read the configuration as TypeScript. */
async function writeConfiguration(destination: string): Promise<void> {
  const { transform } = await import("esbuild");
  const source = readFileSync(join(projectRoot, "next.config.ts"), "utf8");
  const { code } = await transform(source, { loader: "ts", format: "esm", target: "node24" });
  writeFileSync(join(destination, "next.config.mjs"), code);
}

/** What runs is compiled for one Node; of the rest of our package.json, nothing is true there. */
function writeManifest(destination: string): void {
  const { name, version, type } = JSON.parse(
    readFileSync(join(projectRoot, "package.json"), "utf8"),
  );
  const manifest = { name, version, private: true, type, engines: { node: ">=24" } };
  writeFileSync(join(destination, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * Makes the folder.
 * @param destination absolute; must not be there yet
 */
export async function pack(destination: string, progress: Progress = () => {}): Promise<void> {
  if (existsSync(destination)) throw new Error(`${destination} already exists. Remove it first.`);
  await build(progress);
  mkdirSync(destination, { recursive: true });
  const packaged = [...(await filesOfBundles()), ...tracedFiles()]
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
  await pack(resolve(folder), (line) => process.stderr.write(`${line}\n`));
}
