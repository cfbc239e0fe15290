/** A bank's webhook receiver, over real HTTP, with real verification. It records every request. */
import { once } from "node:events";
import { createServer } from "node:http";
import { verifyWebhook, type WebhookEvent } from "#client/index.ts";

export type Received = {
  id: string;
  headers: Record<string, string>;
  body: string;
  /** The verified payload; undefined if the signature is invalid. A `webhook.test` event has no donation. */
  payload?: WebhookEvent & { data: { donation_id?: string } };
};

type Answer = { status: number; headers?: Record<string, string>; body?: string };

/**
 * Starts a receiver on loopback.
 * @param answer the response to the nth request (from 1); default: 204
 */
export async function startReceiver(answer: (nth: number) => Answer = () => ({ status: 204 })) {
  const received: Received[] = [];
  const settings = { secret: "" };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString("utf8");
    const headers = request.headers as Record<string, string>;
    const entry: Received = { id: headers["webhook-id"] ?? "", headers, body };
    try {
      entry.payload = verifyWebhook(settings.secret, headers, body);
    } catch {
      // No payload, so that the test sees the failed verification.
    }
    received.push(entry);
    const { status, headers: responseHeaders, body: text } = answer(received.length);
    response.writeHead(status, responseHeaders).end(text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return {
    received,
    settings,
    url: `http://127.0.0.1:${port}/webhooks`,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
