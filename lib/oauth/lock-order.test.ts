/** Redeeming a code while its link is replaced or ended: every order of the two is fine, and nothing deadlocks. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { disconnectAccount, linkAccount, unlinkAccount } from "#lib/accounts/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { linkBody } from "#test/factories.ts";
import {
  type Asked,
  approveAsSomebody,
  askForConsent,
  clientOf,
  REDIRECT_URI,
  redeem,
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

/** What ends a link, by whoever was emailed. */
const ENDS = {
  async link({ bank, accountId }: Asked) {
    const { bankUserId, email } = await accountOf(accountId);
    const customer = { bank_user_id: bankUserId, email, redirect_uri: REDIRECT_URI };
    await linkAccount(bank.scope, { ...linkBody(), ...customer });
  },
  async unlink({ bank, accountId }: Asked) {
    await unlinkAccount(bank.scope, accountId, {});
  },
  async disconnect({ accountId }: Asked) {
    const { cardholderId } = await accountOf(accountId);
    const { scope } = await makePerson();
    await disconnectAccount({ ...scope, cardholderId }, accountId);
  },
};

const outcomeOf = (settled: PromiseSettledResult<unknown>) =>
  settled.status === "fulfilled" ? "ok" : (settled.reason.error ?? settled.reason.code);

it.each(Object.keys(ENDS) as (keyof typeof ENDS)[])(
  "a redemption that meets a request to %s",
  async (name) => {
    await Promise.all(
      Array.from({ length: 24 }, async (_, n) => {
        const asked = await askForConsent();
        const { back } = await approveAsSomebody(server.base, asked);
        const client = await clientOf(server.base, asked.bank);
        const [redeemed, ended] = await Promise.allSettled([
          redeem(server.base, asked, back, client),
          new Promise((later) => setTimeout(later, n % 8)).then(() => ENDS[name](asked)),
        ]);
        expect(["ok", "invalid_grant"]).toContain(outcomeOf(redeemed));
        expect(["ok", "ACCOUNT_ALREADY_LINKED"]).toContain(outcomeOf(ended));
      }),
    );
  },
);

it("an unlink right after the redemption ends the code", async () => {
  const asked = await askForConsent();
  const { back } = await approveAsSomebody(server.base, asked);
  const { consume } = ObjectStore.prototype;
  const spy = vi.spyOn(ObjectStore.prototype, "consume");
  spy.mockImplementation(async function (this: ObjectStore, ...given) {
    await consume.apply(this, given);
    await unlinkAccount(asked.bank.scope, asked.accountId, {});
  });
  try {
    await expect(redeem(server.base, asked, back)).rejects.toMatchObject({
      ...{ error: "invalid_grant", status: 400 },
    });
  } finally {
    spy.mockRestore();
  }
  expect(await accountOf(asked.accountId)).toMatchObject({ status: "unlinked" });
});
