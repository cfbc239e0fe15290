/**
 * The stylesheets that the build has made, by their hashes, as a content security policy names them: Next.js
 * writes them into pages, and leaves the nonce out.
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
