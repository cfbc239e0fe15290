/**
 * Next.js 16.4 writes stylesheets into pages (`inlineCss`) without a nonce, as they stand in the build. So the
 * content security policy names them by their hashes. test/process/framework.test.ts fails where the files
 * move or the page has others.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

let hashes: string[] | undefined;

/** `'sha256-…'` of each. The build does not change under a running process. */
export function hashesOfBuiltStyles(): string[] {
  const folder = join(process.cwd(), ".next", "static", "chunks");
  hashes ??= (existsSync(folder) ? readdirSync(folder) : [])
    .filter((file) => file.endsWith(".css"))
    .map((file) =>
      createHash("sha256")
        .update(readFileSync(join(folder, file)))
        .digest("base64"),
    )
    .map((hash) => `'sha256-${hash}'`);
  return hashes;
}
