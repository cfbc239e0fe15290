/** `npm run build`: makes what `npm start` and `npm run admin` run, and skips whatever is up to date. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Progress } from "#installation/installation-error.ts";
import { withLock } from "#installation/lock.mjs";
import { projectRoot } from "#installation/project-root.ts";
import { renderGuides } from "./guides.ts";
import { BUILD_ID, buildPages } from "./next-build.ts";
import { writeGenerated, writeRouteTable } from "./route-table.ts";
import { BuildError, mustSucceed, secondsSince, stopWithParent } from "./steps.ts";

type Part = {
  label: string;
  /** Folders. The root's own files belong to every part. */
  sources: string[];
  /** Files from the project's folder. */
  results: string[];
  make(): Promise<void>;
};

const dist = join(projectRoot, "dist");
const CODE = ["app", "components", "lib", "inngest", "packages", "installation", "prisma"];

/** The threads find their packages by themselves (lib/thread-pool.ts). */
const BUNDLES = {
  server: "server/main.ts",
  admin: "admin/main.ts",
  drawing: "lib/receipts/drawing/worker.ts",
  hashing: "lib/auth/passwords/worker.ts",
};

/** Each needs those before it. */
const PARTS = {
  client: {
    label: "database client",
    sources: ["prisma"],
    results: ["generated/prisma/client.ts"],
    make: generateClient,
  },
  texts: {
    label: "embedded flow's stylesheet, and guides",
    sources: ["app/embed", "components", "docs", "scripts"],
    results: ["generated/embed-style.ts", "generated/guides.ts"],
    make: writeTexts,
  },
  code: {
    label: "server and operator command",
    sources: [...CODE, "server", "admin", "scripts"],
    results: Object.keys(BUNDLES).map((name) => `dist/${name}.mjs`),
    make: () => bundle(BUNDLES),
  },
  pages: {
    label: "pages (up to a minute the first time)",
    sources: [...CODE, "docs", "public", "scripts"],
    results: [BUILD_ID],
    make: buildPages,
  },
} satisfies Record<string, Part>;

type PartName = keyof typeof PARTS;

/** Everything that the service and the operator command need. */
export function build(progress?: Progress): Promise<void> {
  return bringUpToDate(["client", "texts", "code", "pages"], progress);
}

/** What needs no pages: the operator command, and the service in development, where Next.js compiles them when opened. */
export function buildCode(progress?: Progress): Promise<void> {
  return bringUpToDate(["client", "texts", "code"], progress);
}

/** What the type check and the tests need: the database client, what the pages include, and the route table. */
export async function generate(): Promise<void> {
  await bringUpToDate(["client", "texts"]);
  writeRouteTable(projectRoot);
}

async function bringUpToDate(names: PartName[], progress: Progress = () => {}): Promise<void> {
  if (names.every(isCurrent)) return;
  const make = async () => {
    writeRouteTable(projectRoot);
    // One after another, and looked at again: another process may have made it while we waited.
    for (const name of names) if (!isCurrent(name)) await makePart(name, progress);
  };
  const waiting = () => progress("Waiting for another process to finish building…");
  await withLock(join(dist, ".build.lock"), make, waiting);
}

/** What a part was last made from. */
const stampOf = (name: PartName) => join(dist, `.${name}.stamp`);

function isCurrent(name: PartName): boolean {
  const stamp = stampOf(name);
  const files = [stamp, ...PARTS[name].results.map((file) => join(projectRoot, file))];
  return files.every(existsSync) && readFileSync(stamp, "utf8") === fingerprint(PARTS[name]);
}

/** Of the root: the lock file has every tool's version, the others are configuration. */
const ROOT_FILE = /^(?!vitest|playwright|.*\.d\.ts$).+\.(ts|mjs|json)$/;
/** A workspace may have these beside its sources. */
const NOT_SOURCES = /(^|\/)(node_modules|dist)$|\.test\.tsx?$/;

/** sha256 of the names and contents of the sources, without tests, and of the root's own files. */
function fingerprint({ sources }: Part): string {
  const hash = createHash("sha256");
  const rootFiles = readdirSync(projectRoot).filter((name) => ROOT_FILE.test(name));
  for (const file of [...rootFiles, ...sources.flatMap(filesIn)].sort()) {
    const content = readFileSync(join(projectRoot, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(join(projectRoot, folder), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (NOT_SOURCES.test(path)) return [];
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

async function makePart(name: PartName, progress: Progress): Promise<void> {
  const { label, make } = PARTS[name];
  const begun = Date.now();
  // Taken before the work: a source that is edited meanwhile makes the result out of date.
  const print = fingerprint(PARTS[name]);
  // An unfinished result is not mistaken for a complete one.
  rmSync(stampOf(name), { force: true });
  progress(`Building the ${label}…`);
  const beat = setInterval(() => progress(`… still building (${secondsSince(begun)})`), 15_000);
  try {
    await make();
  } finally {
    clearInterval(beat);
  }
  mkdirSync(dist, { recursive: true });
  writeFileSync(stampOf(name), print);
  progress(`Built the ${label.replace(/ \(.*/, "")} (${secondsSince(begun)}).`);
}

async function generateClient(): Promise<void> {
  const prisma = join(projectRoot, "node_modules", "prisma", "build", "index.js");
  // Its command fetches a schema engine that `generate` never calls; any program will do.
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
  await mustSucceed([prisma, "generate"], env);
}

/** The guides; and the utilities that the embedded flow's components use, as one string that its pages write out. */
async function writeTexts(): Promise<void> {
  const [{ default: postcss }, { default: tailwind }] = await Promise.all([
    import("postcss"),
    import("@tailwindcss/postcss"),
  ]);
  const from = join(projectRoot, "components", "giving", "embed.css");
  const tools = postcss([tailwind({ optimize: true })]);
  const { css } = await tools.process(readFileSync(from), { from });
  const style = `export const EMBED_STYLE = ${JSON.stringify(css)};\n`;
  writeGenerated(projectRoot, "embed-style.ts", style);
  writeGenerated(projectRoot, "guides.ts", renderGuides(projectRoot));
}

/**
 * One file in dist/ for each entry, with all of our code; the packages stay where they are.
 * @param entries by the files' names
 */
export async function bundle(entries: Record<string, string>): Promise<void> {
  // Loaded when needed: a start that finds everything built does without.
  const esbuild = await import("esbuild");
  await esbuild
    .build({
      entryPoints: entries,
      outdir: dist,
      outExtension: { ".js": ".mjs" },
      absWorkingDir: projectRoot,
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node24",
      packages: "external",
      sourcemap: true,
      logLevel: "silent",
    })
    .catch((error: Error) => {
      throw new BuildError(error.message);
    });
}

async function main(): Promise<void> {
  const progress = (line: string) => void process.stderr.write(`${line}\n`);
  stopWithParent();
  try {
    await build(progress);
    progress("Everything is built. Start it with: npm start");
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    progress(error.message);
    process.exitCode = 1;
  }
}

if (import.meta.main) await main();
