/** A plain-text response that is never cached. */
export function plainText(
  status: number,
  text: string,
  headers: Record<string, string> = {},
): Response {
  const defaults = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
  return new Response(`${text}\n`, { status, headers: { ...defaults, ...headers } });
}
