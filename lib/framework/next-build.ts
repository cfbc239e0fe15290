/**
 * What a build of Next.js 16.4 leaves in `.next`, and what its server needs at run time.
 * test/process/framework.test.ts fails where the files change, test/process/deployed.test.ts where the server
 * needs others.
 */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Written last: the build is complete. */
export const BUILD_ID = ".next/BUILD_ID";

/** Makes `next build` and `next start` leave `.env` alone: what they read could end up in what they write. */
export const WITHOUT_ENV_FILES = { __NEXT_PROCESSED_ENV: "true" };

/** The pages and routes that were built, as folders spell them: `/schools/[school_id]`. */
export function builtPages(root: string): string[] {
  const file = join(root, ".next", "app-path-routes-manifest.json");
  return Object.values(JSON.parse(readFileSync(file, "utf8")));
}

/** The files of packages that pages and Next's server lead to, as the build has noted them. */
export function tracedFiles(root: string): string[] {
  return globSync(".next/**/*.nft.json", { cwd: root }).flatMap((note) => {
    const { files }: { files: string[] } = JSON.parse(readFileSync(join(root, note), "utf8"));
    return files.map((file) => relative(".", join(dirname(note), file)));
  });
}

/** Read at run time by their path, which no import tells. */
export const READ_BY_NEXT = [
  BUILD_ID,
  ".next/*.json",
  ".next/{node_modules,server,static}",
  // It makes sure that they are there, and does not use them.
  "node_modules/next/dist/compiled/webpack",
  "node_modules/next/dist/compiled/@babel/runtime/package.json",
];

/** Traced because Next could load them: they compile, watch and convert pictures, which only a build does. */
export const UNUSED_BY_NEXT = [
  "node_modules/next/dist/**/*.dev.js",
  "node_modules/next/dist/**/*.map",
  "node_modules/next/dist/{docs,compiled/babel*}/**",
  "node_modules/{@next/swc-*,@img,sharp,typescript}/**",
];
