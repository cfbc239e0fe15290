/** `npm run build`: makes what `npm start` and `npm run admin` run, and skips whatever is up to date. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Progress } from "#installation/installation-error.ts";
import { projectRoot } from "#installation/project-root.ts";
import { renderGuides } from "./guides.ts";
import { withLock } from "./lock.mjs";
import { BUILD_ID, WITHOUT_ENV_FILES } from "./next-build.ts";
import { writeRouteTable } from "./route-table.ts";
import { fingerprint, type Sources, stampsIn } from "./stamps.ts";
import { runNode, secondsSince, stopWithParent } from "./steps.ts";

/** A step of the build failed; `message` holds what the tool had to say. */
export class BuildError extends Error {
  override name = "BuildError";
}

type Part = { sources: Sources; results: string[]; label: string; make(): Promise<void> | void };

const dist = join(projectRoot, "dist");
const CODE = ["app", "components", "lib", "inngest", "packages", "installation", "prisma"];

const PARTS = {
  client: {
    label: "database client",
    sources: ["prisma/schema.prisma"],
    results: [join(projectRoot, "generated", "prisma", "client.ts")],
    make: generateClient,
  },
  style: {
    label: "embedded flow's stylesheet",
    sources: ["app/embed", "components", "scripts"],
    results: [join(projectRoot, "generated", "embed-style.ts")],
    make: writeEmbedStyle,
  },
  guides: {
    label: "guides",
    sources: ["docs", "scripts"],
    results: [join(projectRoot, "generated", "guides.ts")],
    make: () => writeGenerated("guides.ts", renderGuides(projectRoot)),
  },
  server: {
    label: "server",
    sources: [...CODE, "server", "scripts"],
    results: [join(dist, "server.mjs")],
    make: () => bundle("server"),
  },
  drawing: {
    label: "drawing thread",
    sources: ["lib", "scripts"],
    results: [join(dist, "drawing.mjs")],
    make: () => bundle("drawing", join("lib", "receipts", "drawing", "worker.ts")),
  },
  hashing: {
    label: "password hashing thread",
    sources: ["lib", "scripts"],
    results: [join(dist, "hashing.mjs")],
    make: () => bundle("hashing", join("lib", "auth", "passwords", "worker.ts")),
  },
  admin: {
    label: "admin command",
    sources: ["lib", "inngest", "packages", "installation", "prisma", "admin", "scripts"],
    results: [join(dist, "admin.mjs")],
    make: () => bundle("admin"),
  },
  pages: {
    label: "pages (up to a minute the first time)",
    sources: [...CODE, "docs", "public", "scripts"],
    results: [join(projectRoot, BUILD_ID)],
    make: buildPages,
  },
} satisfies Record<string, Part>;

type PartName = keyof typeof PARTS;
type Options = { progress?: Progress };

const SERVER: PartName[] = ["client", "style", "guides", "server", "drawing", "hashing"];

/** What the service needs in development, where Next.js compiles the pages when they are opened. */
export function buildServer(options: Options = {}): Promise<void> {
  return bringUpToDate(SERVER, options);
}

/** Everything that the service needs. */
export function build(options: Options = {}): Promise<void> {
  return bringUpToDate([...SERVER, "pages"], options);
}

/** What the operator command needs: no pages. */
export function buildAdmin(options: Options = {}): Promise<void> {
  return bringUpToDate(["client", "admin", "hashing"], options);
}

/** What the type check and the tests need: the database client, what the pages include, and the route table. */
export async function generate(options: Options = {}): Promise<void> {
  await bringUpToDate(["client", "style", "guides"], options);
  writeRouteTable(projectRoot);
}

async function bringUpToDate(names: PartName[], { progress = () => {} }: Options): Promise<void> {
  if (names.every(isCurrent)) return;
  const lock = join(dist, ".build.lock");
  const make = async () => {
    writeRouteTable(projectRoot);
    // One after another, and looked at again: another process may have made it while we waited.
    for (const name of names) if (!isCurrent(name)) await makePart(name, progress);
  };
  await withLock(lock, make, () => progress("Waiting for another process to finish building…"));
}

function isCurrent(name: PartName): boolean {
  const { sources, results } = PARTS[name];
  return stampsIn(dist).isCurrent(name, fingerprint(projectRoot, sources), results);
}

async function makePart(name: PartName, progress: Progress): Promise<void> {
  const { label, sources, make } = PARTS[name];
  const begun = Date.now();
  // Taken before the work: a source that is edited meanwhile makes the result out of date.
  const print = fingerprint(projectRoot, sources);
  stampsIn(dist).forget(name);
  progress(`Building the ${label}…`);
  const beat = setInterval(() => progress(`… still building (${secondsSince(begun)})`), 15_000);
  try {
    await make();
  } finally {
    clearInterval(beat);
  }
  stampsIn(dist).remember(name, print);
  progress(`Built the ${label.replace(/ \(.*/, "")} (${secondsSince(begun)}).`);
}

async function generateClient(): Promise<void> {
  const prisma = join(projectRoot, "node_modules", "prisma", "build", "index.js");
  // Its command fetches a schema engine that `generate` never calls; any program will do.
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
  await mustSucceed([prisma, "generate"], env);
}

/** The utilities that the flow's components use, as one string that its pages write out. */
async function writeEmbedStyle(): Promise<void> {
  const [{ default: postcss }, { default: tailwind }] = await Promise.all([
    import("postcss"),
    import("@tailwindcss/postcss"),
  ]);
  const from = join(projectRoot, "components", "giving", "embed.css");
  const { css } = await postcss([tailwind({ optimize: true })]).process(readFileSync(from), {
    from,
  });
  writeGenerated("embed-style.ts", `export const EMBED_STYLE = ${JSON.stringify(css)};\n`);
}

function writeGenerated(name: string, text: string): void {
  const folder = join(projectRoot, "generated");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
}

/**
 * One file with all of our code; the packages stay where they are.
 * @param name of the file in dist/; @param entry where it begins
 */
export async function bundle(name: string, entry = join(name, "main.ts")): Promise<void> {
  // Loaded when needed: a start that finds everything built does without.
  const esbuild = await import("esbuild");
  await esbuild
    .build({
      entryPoints: [join(projectRoot, entry)],
      outfile: join(dist, `${name}.mjs`),
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

/** Builds without a database and without secrets: whatever it saw could end up in what it writes. */
async function buildPages(): Promise<void> {
  const next = join(projectRoot, "node_modules", "next", "dist", "bin", "next");
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  const building = mustSucceed([next, "build"], {
    PATH,
    HOME,
    TMPDIR,
    LANG,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    ...WITHOUT_ENV_FILES,
  });
  const [threads] = await Promise.all([filesOfThreads(), building]);
  traceForHosts(threads);
}

/** What the threads (lib/thread-pool.ts) find by the names of packages, which no import tells. */
const TYPEFACES = [
  "node_modules/geist/{package.json,dist/fonts/geist-sans/Geist-Regular.ttf}",
  "node_modules/@fontsource-variable/*/{package.json,unicode.json,LICENSE,files/*-wght-normal.woff2}",
  "node_modules/@fontsource/big-shoulders-display/{package.json,files/big-shoulders-display-latin-900-normal.woff}",
];

async function filesOfThreads(): Promise<string[]> {
  const { nodeFileTrace } = await import("@vercel/nft");
  const threads = ["drawing", "hashing"].map((name) => join(dist, `${name}.mjs`));
  // Drawing does not use sharp.
  const ignore = "node_modules/{sharp,@img}/**";
  const { fileList } = await nodeFileTrace(threads, { base: projectRoot, ignore });
  return [...fileList, ...globSync(TYPEFACES, { cwd: projectRoot })];
}

/**
 * A serverless host deploys the files that a build has traced, which are not all (test/process/traced.test.ts): Next.js
 * 16.4 traces no threads, and not the stylesheets that proxy.ts reads.
 */
function traceForHosts(threads: string[]): void {
  const build = join(projectRoot, ".next");
  const styles = globSync(".next/static/chunks/*.css", { cwd: projectRoot });
  addToTrace(join(build, "server", "middleware.js.nft.json"), styles);
  for (const trace of globSync("server/app/**/*.nft.json", { cwd: build })) {
    addToTrace(join(build, trace), threads);
  }
}

/** @param files from the project's folder */
function addToTrace(trace: string, files: string[]): void {
  const { files: traced, ...rest } = JSON.parse(readFileSync(trace, "utf8"));
  const added = files.map((file) => relative(dirname(trace), join(projectRoot, file)));
  writeFileSync(trace, JSON.stringify({ ...rest, files: [...new Set([...traced, ...added])] }));
}

async function mustSucceed(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { code, output } = await runNode(args, { env });
  mkdirSync(dist, { recursive: true });
  writeFileSync(join(dist, "build.log"), output);
  if (code !== 0) throw new BuildError(`${output.trim()}\nThe build failed.`);
}

async function main(): Promise<void> {
  const progress = (line: string) => void process.stderr.write(`${line}\n`);
  stopWithParent();
  try {
    await build({ progress });
    await buildAdmin({ progress });
    progress("Everything is built. Start it with: npm start");
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    progress(error.message);
    process.exitCode = 1;
  }
}

if (import.meta.main) await main();
