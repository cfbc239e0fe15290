import { beforeAll, describe, expect, it } from "vitest";
import { call } from "../api.ts";
import { type Bank, makeBank } from "../factories.ts";
import { bankOperations, operation } from "../operations.ts";
import { comparable, namesAnId, withOtherIds } from "./foreign-ids.ts";

let [owner, stranger] = [] as unknown as [Bank, Bank];
beforeAll(async () => {
  [owner, stranger] = [await makeBank(), await makeBank()];
});

describe.each(bankOperations)("$contract.id, between banks", (tested) => {
  it("gives the same response for another bank's IDs as for unknown IDs", async (context) => {
    const request = await tested.good(owner);
    context.skip(!namesAnId(request), "it takes no ID");
    const foreign = await call(tested, { ...request, key: stranger.key });
    const never = await call(tested, { ...withOtherIds(request), key: stranger.key });
    expect(comparable(foreign)).toEqual(comparable(never));
    // A filter by a foreign ID returns nothing; everything else is rejected.
    if (request.query) expect(foreign.body).toMatchObject({ data: [], meta: { total: 0 } });
    else expect([404, 422]).toContain(foreign.status);
  });

  it("lets the owner then do what the stranger tried", async () => {
    const request = await tested.good(owner);
    await call(tested, { ...request, key: stranger.key });
    // Requests without the owner's IDs succeeded for the stranger, with the same reference.
    const { status } = await call(tested, { ...request, key: owner.key });
    expect(status).toBe(tested.contract.status);
  });
});

describe("a bank's own references", () => {
  it("belong to that bank: another bank may use the same one, and finds nothing by it", async () => {
    const { contract, good } =
      bankOperations.find(({ contract: { id } }) => id === "requestDonation") ??
      expect.unreachable();
    const { body } = await good(owner);
    const without = { ...(body as object), service_user_id: null };
    const request = operation(contract.id);
    const first = await call(request, { key: owner.key, body: without });
    const query = { bank_transaction_ref: first.body.data.bank_transaction_ref };
    const found = await call(operation("listDonations"), { key: stranger.key, query });
    expect(found.body).toMatchObject({ data: [], meta: { total: 0 } });
    const second = await call(request, { key: stranger.key, body: without });
    expect(second.status).toBe(202);
    expect(second.body.data.donation_id).not.toBe(first.body.data.donation_id);
  });
});

const isPaged = ({ contract }: (typeof bankOperations)[number]) =>
  contract.list && contract.query !== undefined && "cursor" in contract.query.shape;

describe.each(bankOperations.filter(isPaged))("$contract.id, its cursors", (tested) => {
  it("are invalid for another bank, unless the list is shared", async () => {
    for (let n = 0; n < 2; n++) await tested.good(owner);
    const request = await tested.good(owner);
    // Only the required query parameters, so that it is the same list.
    const { date } = request.query ?? {};
    const page = { query: { ...(date ? { date } : {}), limit: "1" } };
    const mine = await call(tested, { ...request, ...page, key: owner.key });
    const cursor = mine.body.meta.next_cursor;
    if (cursor === null) return;
    const query = { ...page.query, cursor };
    const theirs = await call(tested, { ...request, query, key: stranger.key });
    const shared = tested.contract.id === "listSchools";
    expect(theirs.status).toBe(shared ? 200 : request.params ? 404 : 422);
  });
});
