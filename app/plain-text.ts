/** A response of plain text, which nobody keeps. */
export function plainText(
  status: number,
  text: string,
  headers: Record<string, string> = {},
): Response {
  const plain = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
  return new Response(`${text}\n`, { status, headers: { ...plain, ...headers } });
}
