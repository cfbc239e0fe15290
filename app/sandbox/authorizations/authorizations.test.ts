import { beforeAll, describe, expect, it } from "vitest";
import { delayOf } from "#demo-bank/authorizations.ts";
import { actingFor } from "#lib/auth/scopes.ts";
import { db } from "#lib/database/prisma.ts";
import {
  removeAuthorizationAddress,
  rotateAuthorizationSecret,
  setAuthorizationAddress,
} from "#lib/donations/authorize/address.ts";
import { AUTHORIZATION_TIMEOUT_MS } from "#lib/donations/authorize/contract.ts";
import { DEMO_BANK_ID } from "#lib/sandbox/demo-bank.ts";
import { listInbox } from "#lib/sandbox/inbox.ts";
import { signatureHeaders } from "#lib/webhooks/signing.ts";
import { system } from "#test/factories.ts";
import { POST } from "./route.ts";

const bank = actingFor(system, DEMO_BANK_ID);
let secret: string;

beforeAll(async () => {
  const id = DEMO_BANK_ID;
  await db().bank.upsert({ where: { id }, create: { id, name: "Demonstration" }, update: {} });
  await removeAuthorizationAddress(bank);
  secret = (await setAuthorizationAddress(bank, "http://127.0.0.1:1/authorize")) as string;
});

let requests = 0;
function request(dollars: number, secrets = [secret]) {
  const id = `authorization-${++requests}`;
  const type = "donation.authorization_requested";
  const body = JSON.stringify({ type, data: { authorization_id: id, dollar_amount: dollars } });
  return { id, body, headers: signatureHeaders(id, body, secrets) };
}

/** The bank's answer; null if it doesn't know who asks. */
async function answerTo({ headers, body }: ReturnType<typeof request>) {
  const url = "http://localhost/sandbox/authorizations";
  const response = await POST(new Request(url, { method: "POST", headers, body }));
  return response.status === 401 ? null : response.json();
}

describe("the demo bank", () => {
  it("approves, and gives the same answer to a retry", async () => {
    const sent = request(25);
    const answer = await answerTo(sent);
    expect(answer).toEqual({
      decision: "approved",
      hold_reference: `hold-${sent.id.slice(-12)}`,
    });
    expect(await answerTo(sent)).toEqual(answer);
    const received = (await listInbox(200)).filter(({ webhookId }) => webhookId === sent.id);
    expect(received).toMatchObject([{ verified: true, body: sent.body }]);
  });

  it("declines .81", async () => {
    expect(await answerTo(request(40.81))).toMatchObject({ decision: "declined" });
  });

  it("is slow for .82, too late the first time for .83, and always too late for .84", async () => {
    const sent = request(40.82);
    const started = performance.now();
    const answer = await answerTo(sent);
    expect(performance.now() - started).toBeGreaterThan(delayOf(82, true) - 5);
    expect(answer).toMatchObject({ decision: "approved" });
    expect(await answerTo(sent)).toEqual(answer);
    expect([delayOf(82, true), delayOf(82, false)]).toEqual([2_000, 0]);
    expect(delayOf(83, true)).toBeGreaterThan(AUTHORIZATION_TIMEOUT_MS);
    expect(delayOf(83, false)).toBe(0);
    for (const isNew of [true, false]) {
      expect(delayOf(84, isNew)).toBeGreaterThan(AUTHORIZATION_TIMEOUT_MS);
    }
  });

  it("answers only requests signed with its secret, and accepts both secrets after a rotation", async () => {
    const other = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
    expect(await answerTo(request(25, [other]))).toBeNull();
    const rotated = (await rotateAuthorizationSecret(bank)) as string;
    for (const known of [secret, rotated]) {
      expect(await answerTo(request(25, [known]))).toMatchObject({ decision: "approved" });
    }
    await removeAuthorizationAddress(bank);
    expect(await answerTo(request(25, [rotated]))).toBeNull();
  });
});
