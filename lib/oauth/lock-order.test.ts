/** Redeeming a code while its link is replaced or ended: either order works, and nothing deadlocks. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { disconnectAccount, linkAccount, unlinkAccount } from "#lib/accounts/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { linkBody } from "#test/factories.ts";
import {
  approveAsNewPerson,
  clientOf,
  type LinkAttempt,
  REDIRECT_URI,
  redeem,
  requestLink,
  serveAuthorization,
} from "#test/oauth.ts";
import { makePerson } from "#test/sign-in.ts";
import { ObjectStore } from "./objects.ts";

let server: Awaited<ReturnType<typeof serveAuthorization>>;
beforeAll(async () => {
  server = await serveAuthorization();
});
afterAll(() => server.close());

const accountOf = (id: string) => db().account.findUniqueOrThrow({ where: { id } });

/** The requests that end a link. */
const END_REQUESTS = {
  async link({ bank, accountId }: LinkAttempt) {
    const { bankUserId, email } = await accountOf(accountId);
    const customer = { bank_user_id: bankUserId, email, redirect_uri: REDIRECT_URI };
    await linkAccount(bank.scope, { ...linkBody(), ...customer });
  },
  async unlink({ bank, accountId }: LinkAttempt) {
    await unlinkAccount(bank.scope, accountId, {});
  },
  async disconnect({ accountId }: LinkAttempt) {
    const { cardholderId } = await accountOf(accountId);
    const { scope } = await makePerson();
    await disconnectAccount({ ...scope, cardholderId }, accountId);
  },
};

const outcomeOf = (settled: PromiseSettledResult<unknown>) =>
  settled.status === "fulfilled" ? "ok" : (settled.reason.error ?? settled.reason.code);

it.each(Object.keys(END_REQUESTS) as (keyof typeof END_REQUESTS)[])(
  "a redemption concurrent with a request to %s",
  async (name) => {
    await Promise.all(
      Array.from({ length: 24 }, async (_, n) => {
        const request = await requestLink();
        const { back } = await approveAsNewPerson(server.base, request);
        const client = await clientOf(server.base, request.bank);
        const [redeemed, ended] = await Promise.allSettled([
          redeem(server.base, request, back, client),
          new Promise((later) => setTimeout(later, n % 8)).then(() => END_REQUESTS[name](request)),
        ]);
        expect(["ok", "invalid_grant"]).toContain(outcomeOf(redeemed));
        expect(["ok", "ACCOUNT_ALREADY_LINKED"]).toContain(outcomeOf(ended));
      }),
    );
  },
);

it("a redemption fails if the account is unlinked right after the code is consumed", async () => {
  const request = await requestLink();
  const { back } = await approveAsNewPerson(server.base, request);
  const { consume } = ObjectStore.prototype;
  const spy = vi.spyOn(ObjectStore.prototype, "consume");
  spy.mockImplementation(async function (this: ObjectStore, ...args) {
    await consume.apply(this, args);
    await unlinkAccount(request.bank.scope, request.accountId, {});
  });
  try {
    const refusal = { error: "invalid_grant", status: 400 };
    await expect(redeem(server.base, request, back)).rejects.toMatchObject(refusal);
  } finally {
    spy.mockRestore();
  }
  expect(await accountOf(request.accountId)).toMatchObject({ status: "unlinked" });
});
