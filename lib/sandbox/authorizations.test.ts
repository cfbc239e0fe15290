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
import { answerAuthorization } from "./authorizations.ts";
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

async function timed({ headers, body }: ReturnType<typeof question>) {
  const begun = Date.now();
  const answer = await answerAuthorization(headers, body);
  return { answer, tookMs: Date.now() - begun };
}

describe("the demo bank", () => {
  it("approves, and says the same when it is asked again", async () => {
    const asking = question(25);
    const { answer } = await timed(asking);
    expect(answer).toEqual({
      decision: "approved",
      hold_reference: `hold-${asking.id.slice(-12)}`,
    });
    expect((await timed(asking)).answer).toEqual(answer);
    const received = (await listInbox(200)).filter(({ id }) => id === asking.id);
    expect(received).toMatchObject([{ verified: true, body: asking.body }]);
  });

  it("declines .81", async () => {
    expect((await timed(question(40.81))).answer).toMatchObject({ decision: "declined" });
  });

  it("is slow for .82, too late for .83 at first, and for .84 always", async () => {
    const askTwice = async (dollars: number) => {
      const asking = question(dollars);
      const [first, again] = [await timed(asking), await timed(asking)];
      expect(first.answer).toMatchObject({ decision: "approved" });
      expect(again.answer).toEqual(first.answer);
      return { firstMs: first.tookMs, againMs: again.tookMs };
    };
    const [slow, lost, late] = await Promise.all([
      askTwice(40.82),
      askTwice(40.83),
      askTwice(40.84),
    ]);
    expect(slow.firstMs).toBeGreaterThan(1_900);
    expect(slow.againMs).toBeLessThan(slow.firstMs);
    expect(lost.firstMs).toBeGreaterThan(ANSWER_WITHIN_MS);
    expect(lost.againMs).toBeLessThan(lost.firstMs);
    expect(late.firstMs).toBeGreaterThan(ANSWER_WITHIN_MS);
    expect(late.againMs).toBeGreaterThan(ANSWER_WITHIN_MS);
  });

  it("answers nobody who has not signed with its secret, and both secrets after a rotation", async () => {
    const other = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
    expect((await timed(question(25, [other]))).answer).toBeNull();
    const rotated = (await rotateAuthorizationSecret(bank)) as string;
    for (const known of [secret, rotated]) {
      expect((await timed(question(25, [known]))).answer).toMatchObject({ decision: "approved" });
    }
    await removeAuthorizationAddress(bank);
    expect((await timed(question(25, [rotated]))).answer).toBeNull();
  });
});
