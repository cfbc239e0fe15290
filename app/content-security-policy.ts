import { hashesOfBuiltStyles } from "#lib/framework/next-styles.ts";

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
