import type { DocumentKind } from "#lib/http/route-policy.ts";

/** A policy's text. @param directives each with its sources */
export const formatPolicy = (directives: Record<string, string>): string =>
  Object.entries(directives)
    .map((directive) => directive.join(" "))
    .join("; ");

/** Allows files from this origin, scripts and styles with the nonce, and frames from the listed origins only. */
export function contentSecurityPolicy(nonce: string, frameOrigins: string[] = []): string {
  // The development server uses eval and inline styles.
  const isDevelopment = process.env.NODE_ENV === "development";
  const styles = isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`;
  return formatPolicy({
    "default-src": "'none'",
    "script-src": `'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    "style-src": `'self' ${styles}`,
    "img-src": "'self'",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    ...(frameOrigins.length > 0 ? { "frame-src": frameOrigins.join(" ") } : {}),
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
  });
}

const LOAD_NOTHING =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The policies of files that browsers open as documents. */
export const DOCUMENT_POLICIES: Record<DocumentKind, string> = {
  // SVGs can't run scripts, and contain a school's mark as a data URL.
  svg: `${LOAD_NOTHING}; img-src data:; sandbox`,
  // Built-in PDF viewers need `object-src` and inline styles.
  pdf: `${LOAD_NOTHING}; object-src 'self'; style-src 'unsafe-inline'`,
  // Links in an email open in a new window, outside the sandbox.
  email: `${LOAD_NOTHING}; style-src 'unsafe-inline'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation`,
};
