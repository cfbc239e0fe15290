/** `npm run build`: builds what `npm start` and `npm run admin` run, and skips what is up to date. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Progress } from "#installation/installation-error.ts";
import { withLock } from "#installation/lock.mjs";
import { projectRoot } from "#installation/project-root.ts";
import { renderGuides } from "./guides.ts";
import { BUILD_ID, buildPages } from "./next-build.ts";
import { writeGenerated, writeRouteTable } from "./route-table.ts";
import { BuildError, fail, mustSucceed, say, secondsSince, stopWithParent } from "./steps.ts";

type Part = {
  label: string;
  /** Folders. Files in the project root belong to every part. */
  sources: string[];
  /** Files, relative to the project root. */
  results: string[];
  make(): Promise<void>;
};

const dist = join(projectRoot, "dist");
const CODE = ["app", "components", "lib", "inngest", "packages", "installation", "prisma"];

/** Worker threads find their packages by themselves (lib/thread-pool.ts). */
const BUNDLES = {
  server: "server/main.ts",
  admin: "admin/main.ts",
  drawing: "lib/receipts/drawing/worker.ts",
  hashing: "lib/auth/passwords/worker.ts",
};

/** Each part depends on those before it. */
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
    sources: [...CODE, "public", "server", "admin", "scripts"],
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

/** Everything but the pages: for the operator command, and for development, where Next.js compiles pages when opened. */
export function buildCode(progress?: Progress): Promise<void> {
  return bringUpToDate(["client", "texts", "code"], progress);
}

/** What the type check and the tests need: the database client, what the pages include, and the route table. */
export async function generate(): Promise<void> {
  await bringUpToDate(["client", "texts"]);
  await writeRoutes();
}

async function writeRoutes(): Promise<void> {
  // Loaded on demand: a start that finds everything built doesn't need it.
  const { contracts } = await import("../app/openapi.json/contracts.ts");
  await writeRouteTable(projectRoot, contracts);
}

async function bringUpToDate(names: PartName[], progress: Progress = () => {}): Promise<void> {
  if (names.every(isCurrent)) return;
  const make = async () => {
    await writeRoutes();
    // Checked again: another process may have built it while we waited for the lock.
    for (const name of names) if (!isCurrent(name)) await makePart(name, progress);
  };
  const onWait = () => progress("Waiting for another process to finish building…");
  await withLock(join(dist, ".build.lock"), make, onWait);
}

/** Holds the fingerprint of the sources that a part was last built from. */
const stampOf = (name: PartName) => join(dist, `.${name}.stamp`);

function isCurrent(name: PartName): boolean {
  const stamp = stampOf(name);
  const files = [stamp, ...PARTS[name].results.map((file) => join(projectRoot, file))];
  return files.every(existsSync) && readFileSync(stamp, "utf8") === fingerprint(PARTS[name]);
}

/** In the root: the lock file pins every tool's version; the others are configuration. */
const ROOT_FILE = /^(?!vitest|playwright|.*\.d\.ts$).+\.(ts|mjs|json)$/;
/** A workspace may contain these next to its sources. */
const NOT_SOURCES = /(^|\/)(node_modules|dist)$|\.test\.tsx?$/;

/** The SHA-256 of the names and contents of the sources, without tests, and of the root's own files. */
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
  const startedAt = Date.now();
  // Taken before building, so a source edited meanwhile makes the result out of date.
  const currentFingerprint = fingerprint(PARTS[name]);
  // So an unfinished result isn't mistaken for a complete one.
  rmSync(stampOf(name), { force: true });
  progress(`Building the ${label}…`);
  const timer = setInterval(
    () => progress(`… still building (${secondsSince(startedAt)})`),
    15_000,
  );
  try {
    await make();
  } finally {
    clearInterval(timer);
  }
  mkdirSync(dist, { recursive: true });
  writeFileSync(stampOf(name), currentFingerprint);
  progress(`Built the ${label.replace(/ \(.*/, "")} (${secondsSince(startedAt)}).`);
}

async function generateClient(): Promise<void> {
  const prisma = join(projectRoot, "node_modules", "prisma", "build", "index.js");
  // Its command fetches a schema engine that `generate` never calls; any program will do.
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
  await mustSucceed([prisma, "generate"], env);
}

/** The guides; and the utility classes of the embedded flow's components, as one string that its pages inline. */
async function writeTexts(): Promise<void> {
  const [{ default: postcss }, { default: tailwind }] = await Promise.all([
    import("postcss"),
    import("@tailwindcss/postcss"),
  ]);
  const from = join(projectRoot, "components", "giving", "embed.css");
  const processor = postcss([tailwind({ optimize: true })]);
  const { css } = await processor.process(readFileSync(from), { from });
  const style = `export const EMBED_STYLE = ${JSON.stringify(css)};\n`;
  writeGenerated(projectRoot, "embed-style.ts", style);
  writeGenerated(projectRoot, "guides.ts", renderGuides(projectRoot));
}

/**
 * Bundles each entry with all of our code into one file in dist/; packages stay external.
 * @param entries source paths by output name
 */
export async function bundle(entries: Record<string, string>): Promise<void> {
  // Loaded on demand: a start that finds everything built doesn't need it.
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

if (import.meta.main) {
  stopWithParent();
  await build(say).catch(fail);
  say("Everything is built. Start it with: npm start");
}
