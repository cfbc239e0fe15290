/**
 * Builds the pages with Next.js 16.4 into `.next`, and knows the files that its server needs at run time.
 * test/process/framework.test.ts fails if the files change, test/process/deployed.test.ts and traced.test.ts if the
 * server needs others.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { projectRoot } from "#installation/project-root.ts";
import { mustSucceed } from "./steps.ts";

/** Written last, when the build is complete. */
export const BUILD_ID = ".next/BUILD_ID";

/** Makes `next build` and `next start` ignore `.env`: its values could end up in build output. */
export const WITHOUT_ENV_FILES = { __NEXT_PROCESSED_ENV: "true" };

/** Read by path at run time, so tracing imports doesn't find them. */
export const READ_BY_NEXT = [
  BUILD_ID,
  ".next/*.json",
  ".next/{node_modules,server,static}",
  // It only checks that they exist.
  "node_modules/next/dist/compiled/webpack",
  "node_modules/next/dist/compiled/@babel/runtime/package.json",
];

/** Traced, but needed only by builds: compilers, watchers, and image conversion. */
export const UNUSED_BY_NEXT = [
  "node_modules/next/dist/**/*.dev.js",
  "node_modules/next/dist/**/*.map",
  "node_modules/next/dist/{docs,compiled/babel*}/**",
  "node_modules/{@next/swc-*,@img,sharp,typescript}/**",
];

/** Files that worker threads (lib/thread-pool.ts) look up by package name, so tracing imports doesn't find them. */
const TYPEFACES = [
  "node_modules/geist/{package.json,dist/fonts/geist-sans/Geist-Regular.ttf}",
  "node_modules/@fontsource-variable/*/{package.json,unicode.json,LICENSE,files/*-wght-normal.woff2}",
  "node_modules/@fontsource/big-shoulders-display/{package.json,files/big-shoulders-display-latin-900-normal.{woff,woff2}}",
];

/** Builds without a database and without secrets: whatever a build sees could end up in its output. */
export async function buildPages(): Promise<void> {
  const next = join(projectRoot, "node_modules", "next", "dist", "bin", "next");
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  const fixed = { NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
  const env = { PATH, HOME, TMPDIR, LANG, ...fixed, ...WITHOUT_ENV_FILES };
  const [threads] = await Promise.all([filesOfThreads(), mustSucceed([next, "build"], env)]);
  traceForHosts(threads);
}

/** The files that bundles of ours in dist/ import. */
export async function filesOfBundles(names: string[], ignore: string[]): Promise<string[]> {
  const { nodeFileTrace } = await import("@vercel/nft");
  const bundles = names.map((name) => join(projectRoot, "dist", `${name}.mjs`));
  const { fileList } = await nodeFileTrace(bundles, { base: projectRoot, ignore });
  return [...fileList];
}

async function filesOfThreads(): Promise<string[]> {
  // Drawing doesn't use sharp.
  const files = await filesOfBundles(["drawing", "hashing"], ["node_modules/{sharp,@img}/**"]);
  return [...files, ...globSync(TYPEFACES, { cwd: projectRoot })];
}

/**
 * A serverless host deploys only the files that a build has traced (test/process/traced.test.ts). Next.js 16.4 doesn't
 * trace worker threads.
 */
function traceForHosts(threads: string[]): void {
  for (const trace of globSync(".next/server/app/**/*.nft.json", { cwd: projectRoot })) {
    const traced = readTrace(trace);
    // A trace lists files relative to its own folder.
    const added = threads.map((file) => relative(dirname(trace), file));
    const all = { ...traced, files: [...new Set([...traced.files, ...added])] };
    writeFileSync(join(projectRoot, trace), JSON.stringify(all));
  }
}

type Trace = { files: string[] };

const readTrace = (trace: string): Trace =>
  JSON.parse(readFileSync(join(projectRoot, trace), "utf8"));

/** The files that pages and Next's server import, as traced by the build. */
export const tracedFiles = (): string[] =>
  globSync(".next/**/*.nft.json", { cwd: projectRoot }).flatMap((trace) =>
    readTrace(trace).files.map((file) => join(dirname(trace), file)),
  );
