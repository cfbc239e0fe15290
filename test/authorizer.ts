/** A bank's gift authorization server, over real HTTP, with real verification. It records every request. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import { setAuthorizationAddress } from "#lib/donations/authorize/address.ts";
import type { Bank } from "./factories.ts";

export type AuthorizationRequest = {
  id: string;
  signature: string;
  verified: boolean;
  payload: { type: string; data: Record<string, unknown> & { authorization_id: string } };
};

export type Reply =
  | { decision: string; reason?: unknown; hold_reference?: unknown }
  | "hang"
  | "lost"
  | ((response: ServerResponse) => void);

export type Authorizer = Awaited<ReturnType<typeof startAuthorizer>>;

export const APPROVED = { decision: "approved", hold_reference: "hold-1" };

/** Starts a server on loopback. `answerWith` sets its next replies. */
export async function startAuthorizer() {
  const asked: AuthorizationRequest[] = [];
  const settings: { secret: string; answer: (asked: AuthorizationRequest, nth: number) => Reply } =
    {
      secret: "",
      answer: () => APPROVED,
    };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString("utf8");
    const headers = request.headers as Record<string, string>;
    const verified = isSigned(settings.secret, headers, body);
    const entry = {
      id: headers["webhook-id"] ?? "",
      signature: headers["webhook-signature"] ?? "",
      verified,
      payload: JSON.parse(body),
    };
    asked.push(entry);
    const reply = settings.answer(entry, asked.length);
    if (reply === "hang") return;
    if (reply === "lost") response.destroy();
    else if (typeof reply === "function") reply(response);
    else response.writeHead(200).end(JSON.stringify(reply));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const url = `http://127.0.0.1:${port}/authorize`;
  return {
    asked,
    settings,
    url,
    /** Replies in order; the last one repeats. */
    answerWith(...replies: Reply[]): void {
      asked.length = 0;
      settings.answer = (_, nth) => replies[Math.min(nth, replies.length) - 1] as Reply;
    },
    /** Registers it as this bank's authorization address. */
    async serve({ scope }: Bank): Promise<void> {
      settings.secret = (await setAuthorizationAddress(scope, url)) ?? settings.secret;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
    },
  };
}

function isSigned(secret: string, headers: Record<string, string>, body: string): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}
