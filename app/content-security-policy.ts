/** Allows files from this origin, scripts and styles with the nonce, and frames from the listed origins only. */
export function contentSecurityPolicy(nonce: string, frameOrigins: string[] = []): string {
  // The development server uses eval and inline styles.
  const isDevelopment = process.env.NODE_ENV === "development";
  const styles = isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`;
  const directives = {
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
  };
  return Object.entries(directives)
    .map((directive) => directive.join(" "))
    .join("; ");
}
