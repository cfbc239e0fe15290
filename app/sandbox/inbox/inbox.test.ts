import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { beforeAll, describe, expect, it } from "vitest";
import { actingFor } from "#lib/auth/scopes.ts";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { DEMO_BANK_ID } from "#lib/sandbox/demo-bank.ts";
import { listInbox } from "#lib/sandbox/inbox.ts";
import { addEndpoint } from "#lib/webhooks/endpoints/mutations.ts";
import { system } from "#test/factories.ts";
import { POST } from "./route.ts";

const bank = actingFor(system, DEMO_BANK_ID);
const url = "http://127.0.0.1:1/sandbox/inbox";
let endpoint: { endpoint_id: string; secret: string };

beforeAll(async () => {
  const id = DEMO_BANK_ID;
  await db().bank.upsert({ where: { id }, create: { id, name: "Demonstration" }, update: {} });
  // Other test files of this worker may have left endpoints with their own keys.
  await db().webhookEndpoint.updateMany({ where: { bankId: id }, data: { status: "deleted" } });
  endpoint = await addEndpoint(bank, { url });
});

function signed(body: string, { id = randomUUID() as string, secret = endpoint.secret } = {}) {
  const at = new Date();
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, at, body),
  };
}

/** Sends the bank a webhook. @returns the status of its answer */
async function send(headers: Record<string, string>, body: string): Promise<number> {
  const url = "http://localhost/sandbox/inbox";
  return (await POST(new Request(url, { method: "POST", headers, body }))).status;
}

const storedUnder = async (id: string) =>
  (await listInbox(200)).filter(({ webhookId }) => webhookId === id);

const OTHER_SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const BODY = '{"type":"donation.completed"}';

describe("the demo bank's inbox", () => {
  it("accepts a webhook signed with its own secret", async () => {
    const headers = signed(BODY);
    expect(await send(headers, BODY)).toBe(204);
    expect(await storedUnder(headers["webhook-id"])).toMatchObject([
      { verified: true, body: BODY },
    ]);
  });

  it("rejects a webhook that is signed with another secret, changed, or unsigned", async () => {
    expect(await send(signed(BODY, { secret: OTHER_SECRET }), BODY)).toBe(401);
    expect(await send(signed(BODY), `${BODY} `)).toBe(401);
    expect(await send({}, BODY)).toBe(401);
  });

  it("stores an id once, even if its deliveries are concurrent", async () => {
    const headers = signed(BODY);
    const deliveries = Array.from({ length: 5 }, () => send(headers, BODY));
    expect(await Promise.all(deliveries)).toEqual([204, 204, 204, 204, 204]);
    expect(await storedUnder(headers["webhook-id"])).toHaveLength(1);
  });

  it("replaces a forged webhook with a verified one, never the other way around", async () => {
    const id = randomUUID();
    const forged = '{"type":"forged"}';
    await send(signed(forged, { id, secret: OTHER_SECRET }), forged);
    expect(await storedUnder(id)).toMatchObject([{ verified: false, body: forged }]);
    await send(signed(BODY, { id }), BODY);
    await send(signed(forged, { id, secret: OTHER_SECRET }), forged);
    expect(await storedUnder(id)).toMatchObject([{ verified: true, body: BODY }]);
  });

  it("also verifies with the secret before the last rotation", async () => {
    const rotated = await addEndpoint(bank, { url });
    // As a rotation does: this endpoint's secret becomes the previous one.
    await pool().query(
      `update webhook_endpoint set previous_encrypted_secret = encrypted_secret,
         previous_secret_expires_at = now() + '1 day'
       where id = $1`,
      [rotated.endpoint_id],
    );
    expect(await send(signed(BODY, rotated), BODY)).toBe(204);
  });

  it("keeps the last 200", async () => {
    await pool().query(
      `insert into sandbox_inbox (webhook_id, verified, body)
       select 'old-' || n, false, '{}' from generate_series(1, 250) n`,
    );
    const headers = signed(BODY);
    await send(headers, BODY);
    const { rows } = await pool().query("select count(*)::int as kept from sandbox_inbox");
    expect(rows).toEqual([{ kept: 200 }]);
    expect((await listInbox(1))[0]?.webhookId).toBe(headers["webhook-id"]);
  });
});
