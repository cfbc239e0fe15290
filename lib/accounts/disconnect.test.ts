import { describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { transaction } from "#lib/database/transaction.ts";
import { linkBody, makeBank, makeCardholder } from "#test/factories.ts";
import { allAuditActions } from "#test/sign-in.ts";
import { approveLink, findOpenLinkByHandle, type OpenLink, redeemLink } from "./consent.ts";
import { disconnectAccount, linkAccount, unlinkAccount } from "./mutations.ts";

const accountOf = (id: string) => db().account.findUniqueOrThrow({ where: { id } });
const eventsOf = async (bankId: string) => {
  const events = await db().event.findMany({ where: { bankId }, orderBy: { id: "asc" } });
  return events.map(({ body }) => JSON.parse(body));
};

describe("a cardholder who disconnects an account", () => {
  it("ends its link, and the bank learns who did it and why", async () => {
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
          service_user_id: accountId,
          status: "unlinked",
          requested_by: "cardholder",
          reason: "cardholder_request",
        },
      },
    ]);
    expect(await allAuditActions(accountId)).toEqual(["account.disconnect"]);
  });

  it("does so once, however often it's requested, even if the bank unlinks it too", async () => {
    const { scope, accountId, bank } = await makeCardholder();
    const requests = Array.from({ length: 10 }, (_, n) =>
      n % 2 ? disconnectAccount(scope, accountId) : unlinkAccount(bank.scope, accountId, {}),
    );
    await Promise.all(requests);
    expect(await disconnectAccount(scope, accountId)).toBeUndefined();
    expect(await eventsOf(bank.bankId)).toHaveLength(1);
  });

  it("can disconnect only their own", async () => {
    const bank = await makeBank();
    const [owner, stranger] = [await makeCardholder(bank), await makeCardholder(bank)];
    for (const id of [owner.accountId, "", "x", "\0", "00000000-0000-0000-0000-000000000000"]) {
      expect(await disconnectAccount(stranger.scope, id)).toBeUndefined();
    }
    expect(await accountOf(owner.accountId)).toMatchObject({ status: "active" });
    expect(await eventsOf(bank.bankId)).toEqual([]);
  });

  it("also ends a link that is waiting for consent", async () => {
    const { scope, bank, email } = await makeCardholder();
    const request = { ...linkBody(), email, redirect_uri: "https://bank.example/" };
    const linked = await linkAccount(bank.scope, request);
    const handle = linked.oauth_redirect_url?.split("/").at(-1) as string;
    expect(await findOpenLinkByHandle(handle)).toMatchObject({ accountId: linked.service_user_id });
    await disconnectAccount(scope, linked.service_user_id);
    expect(await findOpenLinkByHandle(handle)).toBeNull();
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
    const { accountId, bank, email } = await makeCardholder();
    const { bankUserId } = await accountOf(accountId);
    await unlinkAccount(bank.scope, accountId, { reason: "cardholder_request" });
    const request = { ...linkBody(), email, bank_user_id: bankUserId };
    const redirect_uri = "https://bank.example/";
    const pending = await linkAccount(bank.scope, { ...request, redirect_uri });
    expect(pending).toMatchObject({ service_user_id: accountId, status: "pending_oauth" });
    const active = await linkAccount(bank.scope, request);
    expect(active).toMatchObject({ service_user_id: accountId, status: "active" });
    // That ended the consent request.
    const handle = pending.oauth_redirect_url?.split("/").at(-1) as string;
    expect(await findOpenLinkByHandle(handle)).toBeNull();
  });
});

describe("a bank that a cardholder disconnected", () => {
  const redirect_uri = "https://bank.example/";
  const refused = expect.objectContaining({
    code: "CONSENT_REQUIRED",
    details: { required: ["redirect_uri"] },
  });

  async function disconnected() {
    const person = await makeCardholder();
    const { bankUserId: bank_user_id } = await accountOf(person.accountId);
    await disconnectAccount(person.scope, person.accountId);
    return { ...person, request: { ...linkBody(), email: person.email, bank_user_id } };
  }

  it("can't link their address without consent, under any ID and spelling", async () => {
    const { bank, request, accountId } = await disconnected();
    const { email } = request;
    const requests = [
      request,
      { ...request, email: email.toUpperCase() },
      { ...request, school_id: "unknown" },
      { ...linkBody(), email },
    ];
    for (const link of requests) {
      await expect(linkAccount(bank.scope, link)).rejects.toEqual(refused);
    }
    // Nor after a link request with consent.
    await linkAccount(bank.scope, { ...request, redirect_uri });
    await expect(linkAccount(bank.scope, request)).rejects.toEqual(refused);
    expect(await accountOf(accountId)).toMatchObject({ status: "pending_oauth" });
  });

  it("can link other people, and other banks can link this person", async () => {
    const { bank, email } = await disconnected();
    await expect(linkAccount(bank.scope, linkBody())).resolves.toBeTruthy();
    const other = await makeBank();
    await expect(linkAccount(other.scope, { ...linkBody(), email })).resolves.toBeTruthy();
  });

  it("can link without consent again once they have consented", async () => {
    const { bank, request, accountId, cardholderId, scope } = await disconnected();
    const pending = await linkAccount(bank.scope, { ...request, redirect_uri });
    const handle = pending.oauth_redirect_url?.split("/").at(-1) as string;
    const link = (await findOpenLinkByHandle(handle)) as OpenLink;
    await transaction((tx) => approveLink(scope, link, tx));
    expect(await transaction((tx) => redeemLink(bank.scope, link.id, tx))).toBe(true);
    const { acceptedAt, cardholderId: holder } = await accountOf(accountId);
    expect([acceptedAt === null, holder]).toEqual([false, cardholderId]);
    const another = { ...linkBody(), email: request.email };
    await expect(linkAccount(bank.scope, another)).resolves.toMatchObject({ status: "active" });
  });

  it("can't link without consent after a disconnect, even one that runs concurrently", async () => {
    for (let n = 0; n < 5; n++) {
      const { bank, scope, accountId, email } = await makeCardholder();
      const [, linked] = await Promise.allSettled([
        disconnectAccount(scope, accountId),
        linkAccount(bank.scope, { ...linkBody(), email }),
      ]);
      if (linked.status === "rejected") expect(linked.reason).toEqual(refused);
      const later = linkAccount(bank.scope, { ...linkBody(), email });
      await expect(later).rejects.toEqual(refused);
    }
  });
});
