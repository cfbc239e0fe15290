import { env } from "#lib/env.ts";
import { receiveWebhook } from "#lib/sandbox/inbox.ts";

const LARGEST_BODY = 64 * 1024;

async function readBody(request: Request): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > LARGEST_BODY) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

export async function POST(request: Request): Promise<Response> {
  if (env().environment === "production") return new Response(null, { status: 404 });
  const body = await readBody(request);
  if (body === null) return new Response(null, { status: 413 });
  const headers = Object.fromEntries(request.headers);
  const verified = await receiveWebhook(headers, body);
  if (verified) return new Response(null, { status: 204 });
  const challenge = { "WWW-Authenticate": 'WebhookSignature realm="sandbox"' };
  return new Response(null, { status: 401, headers: challenge });
}
