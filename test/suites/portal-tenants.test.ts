import { beforeAll, describe, expect, it } from "vitest";
import { personOf } from "#lib/auth/scopes.ts";
import { db } from "#lib/database/prisma.ts";
import { call } from "../api.ts";
import { makeBank } from "../factories.ts";
import { type Caller, CONTEXTS } from "../operations.ts";
import { comparable, namesAnId, withOtherIds } from "./foreign-ids.ts";

/** Cardholders are customers of one bank: even that gives them no access to each other's data. */
describe.each(CONTEXTS)("two people, each in a $context context", ({ operations, makeCaller }) => {
  let [owner, stranger] = [] as unknown as [Caller, Caller];
  beforeAll(async () => {
    const bank = await makeBank();
    [owner, stranger] = [await makeCaller(bank), await makeCaller(bank)];
    // Verified addresses: these tests send more emails than an unverified address gets.
    const ids = [personOf(owner.scope), personOf(stranger.scope)];
    await db().cardholder.updateMany({ where: { id: { in: ids } }, data: { passwordHash: "set" } });
  });

  // Signing out would end the session that the other tests use.
  const withinSession = operations.filter(({ contract }) => contract.id !== "logout");

  describe.each(withinSession)("$contract.id", (tested) => {
    it("gives the same response for another's IDs as for unknown IDs", async (context) => {
      const request = await owner.request(tested);
      context.skip(!namesAnId(request), "it takes no ID");
      const { token } = stranger;
      const foreign = await call(tested, { ...request, token });
      const never = await call(tested, { ...withOtherIds(request), token });
      expect(comparable(foreign)).toEqual(comparable(never));
      expect([404, 422]).toContain(foreign.status);
    });

    it("lets the owner then do what the stranger tried", async () => {
      const request = await owner.request(tested);
      await call(tested, { ...request, token: stranger.token });
      const { status } = await call(tested, { ...request, token: owner.token });
      expect(status).toBe(tested.contract.status);
    });

    it("shows nothing of the other's data, no matter what either has done", async () => {
      const request = await stranger.request(tested);
      for (const one of withinSession) await owner.request(one);
      const { body } = await call(tested, { ...request, token: stranger.token });
      const text = JSON.stringify(body);
      for (const theirs of owner.secrets) expect(text).not.toContain(theirs);
    });
  });

  const pagedLists = withinSession.filter(({ contract }) => contract.list && contract.query);
  describe.each(pagedLists)("$contract.id, its cursors", (tested) => {
    it("are invalid for the other", async () => {
      for (let n = 0; n < 2; n++) await owner.request(tested);
      const query = { limit: "1" };
      const mine = await call(tested, { token: owner.token, query });
      const cursor = mine.body.meta.next_cursor ?? expect.unreachable("there are two rows");
      const theirs = await call(tested, { token: stranger.token, query: { ...query, cursor } });
      expect(theirs.status).toBe(422);
    });
  });
});
