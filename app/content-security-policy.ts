import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

let hashes: string[] | undefined;

/**
 * `'sha256-…'` of each built stylesheet: Next.js 16.4 inlines them (`inlineCss`) without a nonce.
 * test/process/framework.test.ts fails if the files move or a page has other inline styles.
 */
export function builtStyleHashes(): string[] {
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
 * Allows files from this origin, scripts and styles with the nonce, inline styles from the build, and frames from
 * the listed origins only.
 */
export function contentSecurityPolicy(nonce: string, frameOrigins: string[] = []): string {
  // The development server uses eval and inline styles.
  const isDevelopment = process.env.NODE_ENV === "development";
  const styles = isDevelopment ? ["'unsafe-inline'"] : [`'nonce-${nonce}'`, ...builtStyleHashes()];
  const directives = {
    "default-src": "'none'",
    "script-src": `'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    "style-src": ["'self'", ...styles].join(" "),
    "img-src": "'self'",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    ...(frameOrigins.length > 0 ? { "frame-src": frameOrigins.join(" ") } : {}),
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
  };
  return Object.entries(directives)
    .map((directive) => directive.join(" "))
    .join("; ");
}
