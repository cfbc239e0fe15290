/**
 * `npm run pack -- FOLDER`: builds, and copies there what the product needs to run with a database of
 * its own, and nothing else. It is what the container image holds; `node dist/server.mjs` starts it.
 */
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, matchesGlob, relative, resolve } from "node:path";
import { nodeFileTrace } from "@vercel/nft";
import type { Progress } from "#installation/installation-error.ts";
import { projectRoot } from "#installation/project-root.ts";
import { build, buildAdmin } from "./build.ts";

/** Read at run time by their path, which no import tells. */
const READ = [
  "package.json",
  "public",
  "prisma/migrations",
  "prisma/data",
  "dist/server.mjs*",
  "dist/admin.mjs*",
  "dist/drawing.mjs*",
  // The typeface of documents.
  "node_modules/next/dist/compiled/@vercel/og/Geist-Regular.ttf",
  ".next/BUILD_ID",
  ".next/*.json",
  ".next/{node_modules,server,static}",
  // Next makes sure that they are there, and does not use them.
  "node_modules/next/dist/compiled/webpack",
  "node_modules/next/dist/compiled/@babel/runtime/package.json",
];

/** Traced because Next could load them: they compile, watch and convert pictures, which only a build does. */
const UNUSED = [
  "node_modules/next/dist/**/*.dev.js",
  "node_modules/next/dist/**/*.map",
  "node_modules/next/dist/{docs,compiled/babel*}/**",
  "node_modules/**/{test,tests}/**",
  "node_modules/{@next/swc-*,@img,sharp,typescript}/**",
];

/** The files of packages that our bundles lead to. */
async function filesOfBundles(): Promise<string[]> {
  const bundles = ["server", "admin", "drawing"].map((name) =>
    join(projectRoot, "dist", `${name}.mjs`),
  );
  const { fileList } = await nodeFileTrace(bundles, { base: projectRoot, ignore: UNUSED });
  return [...fileList];
}

/** The files of packages that the pages and Next's server lead to, as its build has noted them. */
function filesOfPages(): string[] {
  return globSync(".next/**/*.nft.json", { cwd: projectRoot }).flatMap((note) => {
    const { files }: { files: string[] } = JSON.parse(
      readFileSync(join(projectRoot, note), "utf8"),
    );
    return files.map((file) => relative(".", join(dirname(note), file)));
  });
}

/** Next would need its compiler to read the configuration as TypeScript. */
async function writeConfiguration(destination: string): Promise<void> {
  const { transform } = await import("esbuild");
  const source = readFileSync(join(projectRoot, "next.config.ts"), "utf8");
  const { code } = await transform(source, { loader: "ts", format: "esm", target: "node24" });
  writeFileSync(join(destination, "next.config.mjs"), code);
}

/**
 * Makes the folder.
 * @param destination absolute; must not be there yet
 */
export async function pack(destination: string, progress: Progress = () => {}): Promise<void> {
  if (existsSync(destination)) throw new Error(`${destination} is there already: remove it first.`);
  await build({ progress });
  await buildAdmin({ progress });
  mkdirSync(destination, { recursive: true });
  const packaged = [...(await filesOfBundles()), ...filesOfPages()]
    .filter((file) => file.startsWith("node_modules/"))
    .filter((file) => !UNUSED.some((pattern) => matchesGlob(file, pattern)));
  for (const file of new Set([...globSync(READ, { cwd: projectRoot }), ...packaged])) {
    const source = join(projectRoot, file);
    if (!existsSync(source)) continue;
    cpSync(source, join(destination, file), { recursive: true, verbatimSymlinks: true });
  }
  await writeConfiguration(destination);
  progress(`Packed into ${destination}.`);
}

if (import.meta.main) {
  const folder = process.argv[2];
  if (!folder) throw new Error("Usage: npm run pack -- FOLDER");
  await pack(resolve(folder), (line) => process.stderr.write(`${line}\n`));
}
