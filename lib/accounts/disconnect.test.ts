import { describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { linkBody, makeBank, makeCardholder } from "#test/factories.ts";
import { allAuditActions } from "#test/sign-in.ts";
import { openLinkOf } from "./links/consent.ts";
import { disconnectAccount, linkAccount, unlinkAccount } from "./mutations.ts";

const accountOf = (id: string) => db().account.findUniqueOrThrow({ where: { id } });
const eventsOf = async (bankId: string) => {
  const events = await db().event.findMany({ where: { bankId }, orderBy: { id: "asc" } });
  return events.map(({ body }) => JSON.parse(body));
};

describe("a cardholder who disconnects an account", () => {
  it("ends its link, and the bank is told by whom and why", async () => {
    const { scope, accountId, bank } = await makeCardholder();
    expect(await disconnectAccount(scope, accountId)).toBe(bank.bankId);
    expect(await accountOf(accountId)).toMatchObject({
      status: "unlinked",
      unlinkReason: "cardholder_request",
    });
    expect(await eventsOf(bank.bankId)).toMatchObject([
      {
        type: "account.unlinked",
        data: {
          ...{ service_user_id: accountId, status: "unlinked" },
          ...{ requested_by: "cardholder", reason: "cardholder_request" },
        },
      },
    ]);
    expect(await allAuditActions(accountId)).toEqual(["account.disconnect"]);
  });

  it("does it once, however often it is requested, and whoever else does", async () => {
    const { scope, accountId, bank } = await makeCardholder();
    const requests = Array.from({ length: 10 }, (_, n) =>
      n % 2 ? disconnectAccount(scope, accountId) : unlinkAccount(bank.scope, accountId, {}),
    );
    await Promise.all(requests);
    expect(await disconnectAccount(scope, accountId)).toBeUndefined();
    expect(await eventsOf(bank.bankId)).toHaveLength(1);
  });

  it("can end only their own", async () => {
    const bank = await makeBank();
    const [owner, stranger] = [await makeCardholder(bank), await makeCardholder(bank)];
    for (const id of [owner.accountId, "", "x", "\0", "00000000-0000-0000-0000-000000000000"]) {
      expect(await disconnectAccount(stranger.scope, id)).toBeUndefined();
    }
    expect(await accountOf(owner.accountId)).toMatchObject({ status: "active" });
    expect(await eventsOf(bank.bankId)).toEqual([]);
  });

  it("also ends a link that waits for consent", async () => {
    const { scope, bank, email } = await makeCardholder();
    const request = { ...linkBody(), email, redirect_uri: "https://bank.example/" };
    const linked = await linkAccount(bank.scope, request);
    const handle = linked.oauth_redirect_url?.split("/").at(-1) as string;
    expect(await openLinkOf(handle)).toMatchObject({ accountId: linked.service_user_id });
    await disconnectAccount(scope, linked.service_user_id);
    expect(await openLinkOf(handle)).toBeNull();
    expect(await db().accountLink.count({ where: { accountId: linked.service_user_id } })).toBe(0);
  });
});

describe("a bank that unlinks an account", () => {
  it("gets the same event, with its own reason", async () => {
    const { accountId, bank } = await makeCardholder();
    await unlinkAccount(bank.scope, accountId, { reason: "fraud_review" });
    await unlinkAccount(bank.scope, accountId, { reason: "bank_policy" });
    expect(await eventsOf(bank.bankId)).toMatchObject([
      { type: "account.unlinked", data: { requested_by: "bank", reason: "fraud_review" } },
    ]);
  });

  it("may link it again, with or without consent", async () => {
    const { scope, accountId, bank, email } = await makeCardholder();
    const { bankUserId } = await accountOf(accountId);
    await disconnectAccount(scope, accountId);
    const request = { ...linkBody(), email, bank_user_id: bankUserId };
    const waiting = { ...request, redirect_uri: "https://bank.example/" };
    const pending = await linkAccount(bank.scope, waiting);
    expect(pending).toMatchObject({ service_user_id: accountId, status: "pending_oauth" });
    const active = await linkAccount(bank.scope, request);
    expect(active).toMatchObject({ service_user_id: accountId, status: "active" });
    // The request for consent has ended with that.
    const handle = pending.oauth_redirect_url?.split("/").at(-1) as string;
    expect(await openLinkOf(handle)).toBeNull();
  });
});
