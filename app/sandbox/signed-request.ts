import { env } from "#lib/env.ts";

const MAX_BODY_BYTES = 64 * 1024;

async function readBody(request: Request): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * Handles a signed request to the demo bank: 404 in production, 413 above 64 KiB, 401 if unverified.
 * @param answer returns the bank's response; null if the signature isn't valid
 */
export async function handleSigned(
  request: Request,
  answer: (headers: Record<string, string>, body: string) => Promise<Response | null>,
): Promise<Response> {
  if (env().environment === "production") return new Response(null, { status: 404 });
  const body = await readBody(request);
  if (body === null) return new Response(null, { status: 413 });
  const challenge = { "WWW-Authenticate": 'WebhookSignature realm="sandbox"' };
  return (
    (await answer(Object.fromEntries(request.headers), body)) ??
    new Response(null, { status: 401, headers: challenge })
  );
}
