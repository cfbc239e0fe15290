import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

let hashes: string[] | undefined;

/**
 * `'sha256-…'` of each stylesheet. Next.js 16.4 inlines them in pages (`inlineCss`) without a nonce.
 * test/process/framework.test.ts fails if the files move or the page has others.
 */
export function hashesOfBuiltStyles(): string[] {
  const folder = join(process.cwd(), ".next", "static", "chunks");
  hashes ??= readdirSync(folder)
    .filter((file) => file.endsWith(".css"))
    .map((file) =>
      createHash("sha256")
        .update(readFileSync(join(folder, file)))
        .digest("base64"),
    )
    .map((hash) => `'sha256-${hash}'`);
  return hashes;
}

/**
 * What a page may load: files from this origin, scripts and styles with the page's nonce, inline styles that
 * were part of the build, and frames from the given origins only.
 */
export function contentSecurityPolicy(nonce: string, framed: string[] = []): string {
  // The development server uses eval and inline styles.
  const developing = process.env.NODE_ENV === "development";
  const styles = developing ? ["'unsafe-inline'"] : [`'nonce-${nonce}'`, ...hashesOfBuiltStyles()];
  const directives = {
    "default-src": "'none'",
    "script-src": `'nonce-${nonce}' 'strict-dynamic'${developing ? " 'unsafe-eval'" : ""}`,
    "style-src": ["'self'", ...styles].join(" "),
    "img-src": "'self'",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    ...(framed.length > 0 ? { "frame-src": framed.join(" ") } : {}),
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
  };
  return Object.entries(directives)
    .map((directive) => directive.join(" "))
    .join("; ");
}
