import { hashesOfBuiltStyles } from "#lib/framework/next-styles.ts";

/**
 * What a page may load: files of this origin, scripts only where they carry the page's nonce, and of
 * styles within the page those alone that were built with it; frames only of what it is there to show.
 */
export function contentSecurityPolicy(nonce: string, framed: string[] = []): string {
  // The development server evaluates code and writes styles into the page.
  const developing = process.env.NODE_ENV === "development";
  const styles = developing ? ["'unsafe-inline'"] : hashesOfBuiltStyles();
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
