/**
 * Next.js 16.4 inlines stylesheets in pages (`inlineCss`) without a nonce, so the content security policy
 * lists their hashes. test/process/framework.test.ts fails if the files move or the page has others.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

let hashes: string[] | undefined;

/** `'sha256-…'` of each. They do not change while the process runs. */
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
