import { beforeAll, describe, expect, it } from "vitest";
import { actingFor } from "#lib/auth/scopes.ts";
import { db } from "#lib/database/prisma.ts";
import {
  removeAuthorizationAddress,
  rotateAuthorizationSecret,
  setAuthorizationAddress,
} from "#lib/donations/authorize/address.ts";
import { ANSWER_WITHIN_MS } from "#lib/donations/authorize/contract.ts";
import { signatureHeaders } from "#lib/webhooks/signature.ts";
import { system } from "#test/factories.ts";
import { answerAuthorization, delayOf } from "./authorizations.ts";
import { DEMO_BANK_ID } from "./demo-bank.ts";
import { listInbox } from "./inbox.ts";

const bank = actingFor(system, DEMO_BANK_ID);
let secret: string;

beforeAll(async () => {
  const id = DEMO_BANK_ID;
  await db().bank.upsert({ where: { id }, create: { id, name: "Demonstration" }, update: {} });
  await removeAuthorizationAddress(bank);
  secret = (await setAuthorizationAddress(bank, "http://127.0.0.1:1/authorize")) as string;
});

let asked = 0;
function question(dollars: number, secrets = [secret]) {
  const id = `authorization-${++asked}`;
  const type = "donation.authorization_requested";
  const body = JSON.stringify({ type, data: { authorization_id: id, dollar_amount: dollars } });
  return { id, body, headers: signatureHeaders(id, body, secrets) };
}

const answerTo = ({ headers, body }: ReturnType<typeof question>) =>
  answerAuthorization(headers, body);

describe("the demo bank", () => {
  it("approves, and says the same when it is asked again", async () => {
    const asking = question(25);
    const answer = await answerTo(asking);
    expect(answer).toEqual({
      decision: "approved",
      hold_reference: `hold-${asking.id.slice(-12)}`,
    });
    expect(await answerTo(asking)).toEqual(answer);
    const received = (await listInbox(200)).filter(({ webhookId }) => webhookId === asking.id);
    expect(received).toMatchObject([{ verified: true, body: asking.body }]);
  });

  it("declines .81", async () => {
    expect(await answerTo(question(40.81))).toMatchObject({ decision: "declined" });
  });

  it("is slow for .82, too late for .83 at first, and for .84 always", async () => {
    const asking = question(40.82);
    const begun = performance.now();
    const answer = await answerTo(asking);
    expect(performance.now() - begun).toBeGreaterThan(delayOf(82, true) - 5);
    expect(answer).toMatchObject({ decision: "approved" });
    expect(await answerTo(asking)).toEqual(answer);
    expect([delayOf(82, true), delayOf(82, false)]).toEqual([2_000, 0]);
    expect(delayOf(83, true)).toBeGreaterThan(ANSWER_WITHIN_MS);
    expect(delayOf(83, false)).toBe(0);
    for (const isNew of [true, false]) {
      expect(delayOf(84, isNew)).toBeGreaterThan(ANSWER_WITHIN_MS);
    }
  });

  it("answers nobody who has not signed with its secret, and both secrets after a rotation", async () => {
    const other = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
    expect(await answerTo(question(25, [other]))).toBeNull();
    const rotated = (await rotateAuthorizationSecret(bank)) as string;
    for (const known of [secret, rotated]) {
      expect(await answerTo(question(25, [known]))).toMatchObject({ decision: "approved" });
    }
    await removeAuthorizationAddress(bank);
    expect(await answerTo(question(25, [rotated]))).toBeNull();
  });
});
