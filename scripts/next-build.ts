/**
 * The files that a build of Next.js 16.4 writes to `.next`, and those that its server needs at run time.
 * test/process/framework.test.ts fails if the files change, test/process/deployed.test.ts if the server
 * needs others.
 */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Written last: the build is complete. */
export const BUILD_ID = ".next/BUILD_ID";

/** Makes `next build` and `next start` ignore `.env`: its values could end up in build output. */
export const WITHOUT_ENV_FILES = { __NEXT_PROCESSED_ENV: "true" };

/** The packages' files that pages and Next's server import, as traced by the build. */
export function tracedFiles(root: string): string[] {
  return globSync(".next/**/*.nft.json", { cwd: root }).flatMap((note) => {
    const { files }: { files: string[] } = JSON.parse(readFileSync(join(root, note), "utf8"));
    return files.map((file) => relative(".", join(dirname(note), file)));
  });
}

/** Read at run time by path, so not found by tracing imports. */
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
