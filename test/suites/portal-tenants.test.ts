import { beforeAll, describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { call } from "../api.ts";
import { type Cardholder, makeBank, makeCardholder } from "../factories.ts";
import { portalOperations } from "../operations.ts";
import { comparable, namesAnId, withOtherIds } from "./foreign-ids.ts";

// Customers of one bank: even that gives them no access to each other's data.
let [owner, stranger] = [] as unknown as [Cardholder, Cardholder];
beforeAll(async () => {
  const bank = await makeBank();
  [owner, stranger] = [await makeCardholder(bank), await makeCardholder(bank)];
  // Verified addresses: these tests send more emails than an unverified address gets.
  const ids = [owner.cardholderId, stranger.cardholderId];
  await db().cardholder.updateMany({ where: { id: { in: ids } }, data: { passwordHash: "set" } });
});

// Signing out would end the session that the other tests use.
const withinSession = portalOperations.filter(({ contract }) => contract.id !== "logout");

describe.each(withinSession)("$contract.id, between cardholders", (tested) => {
  it("gives the same response for another's IDs as for unknown IDs", async (context) => {
    const request = await tested.good(owner);
    context.skip(!namesAnId(request), "it takes no ID");
    const { token } = stranger;
    const foreign = await call(tested, { ...request, token });
    const never = await call(tested, { ...withOtherIds(request), token });
    expect(comparable(foreign)).toEqual(comparable(never));
    expect([404, 422]).toContain(foreign.status);
  });

  it("lets the owner then do what the stranger tried", async () => {
    const request = await tested.good(owner);
    await call(tested, { ...request, token: stranger.token });
    const { status } = await call(tested, { ...request, token: owner.token });
    expect(status).toBe(tested.contract.status);
  });

  it("shows nothing of the other's data, no matter what either has done", async () => {
    const request = await tested.good(stranger);
    for (const { good } of withinSession) await good(owner);
    const { body } = await call(tested, { ...request, token: stranger.token });
    const text = JSON.stringify(body);
    for (const theirs of [owner.cardholderId, owner.accountId, owner.email]) {
      expect(text).not.toContain(theirs);
    }
  });
});

describe.each(withinSession.filter(({ contract }) => contract.list && contract.query))(
  "$contract.id, its cursors",
  (tested) => {
    it("are invalid for another cardholder", async () => {
      for (let n = 0; n < 2; n++) await tested.good(owner);
      const query = { limit: "1" };
      const mine = await call(tested, { token: owner.token, query });
      const cursor = mine.body.meta.next_cursor ?? expect.unreachable("there are two rows");
      const theirs = await call(tested, { token: stranger.token, query: { ...query, cursor } });
      expect(theirs.status).toBe(422);
    });
  },
);
