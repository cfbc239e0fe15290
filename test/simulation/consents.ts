/** A bank that links accounts with consent: its requests, its customers' decisions, and redemptions, in any order. */
import { approveLink, findOpenLinkByHandle } from "#lib/accounts/consent.ts";
import * as accounts from "#lib/accounts/contract.ts";
import { disconnectAccount, unlinkAccount } from "#lib/accounts/mutations.ts";
import type { BankScope, CardholderScope } from "#lib/auth/scopes.ts";
import { transaction } from "#lib/database/transaction.ts";
import { ObjectStore, withinLink } from "#lib/oauth/objects.ts";
import { call } from "#test/api.ts";
import type { Bank as Tenant } from "#test/factories.ts";
import { handlerOf } from "#test/operations.ts";
import { happens } from "./weighted-random.ts";
import type { World } from "./world.ts";

const LINK = { contract: accounts.linkAccount, handler: handlerOf(accounts.linkAccount) };
const USERS = ["cam", "dee"];
const REDIRECT_URI = "https://bank.example/linked";
const [CODE_SECONDS, GRANT_SECONDS] = [60, 660];

/** A code with which a customer returned. The approval behind it may have been lost. */
export type SimulatedCode = {
  id: string;
  accountId: string;
  cardholderId: string;
  /** How often it was successfully redeemed, and how often redemption was requested. */
  redeemed: number;
  requested: number;
};

export type SimulatedConsents = ReturnType<typeof createConsents>;

/** Creates them. @param people who may approve, signed in; @param stranger another bank */
export function createConsents(
  world: World,
  name: string,
  { key, scope }: Tenant,
  people: CardholderScope[],
  stranger: () => BankScope,
) {
  const { random } = world;
  const urls: string[] = [];
  const codes: SimulatedCode[] = [];
  const known = new Set<string>();
  const problems: string[] = [];
  let codeCount = 0;

  /** Faults make it fail; the bank or the customer may or may not retry. */
  async function attempt(what: string, work: () => Promise<string>): Promise<void> {
    const result = await work().catch((error: Error) => `failed: ${error.message}`);
    world.note(`${name}: ${what}: ${result}`);
  }

  async function approved(by: CardholderScope): Promise<string> {
    const link = await findOpenLinkByHandle(
      random.pick(urls.slice(-3)).split("/").at(-1) as string,
    );
    if (!link) return "the link has expired";
    codeCount += 1;
    const [id, grantId] = [`code-${name}-${codeCount}`, `grant-${name}-${codeCount}`];
    const { accountId, bankId: clientId } = link;
    // Recorded before the commit: the customer's browser may get the code even if the commit seems to fail.
    const code = { id, accountId, cardholderId: by.cardholderId, redeemed: 0, requested: 0 };
    codes.push(code);
    return transaction(async (tx) => {
      const result = await approveLink(by, link, tx);
      if (result !== "approved") return result;
      await withinLink(link.id, tx, async () => {
        const grant = { accountId, clientId };
        await new ObjectStore("Grant").upsert(grantId, grant, GRANT_SECONDS);
        await new ObjectStore("AuthorizationCode").upsert(id, { ...grant, grantId }, CODE_SECONDS);
      });
      return "approved";
    });
  }

  async function redeemed(code: SimulatedCode): Promise<string> {
    const isForeign = happens(random, 0.1);
    code.requested += 1;
    const bank = isForeign ? stranger() : scope;
    await new ObjectStore("AuthorizationCode").consume(code.id, { bank });
    if (isForeign) problems.push(`${name}: another bank redeemed ${code.id}`);
    code.redeemed += 1;
    if (code.redeemed > 1) problems.push(`${name}: ${code.id} was redeemed twice`);
    return "redeemed";
  }

  return {
    problems,
    codes,
    known,

    /** Requests a link, possibly again for the same customer. */
    ask: () =>
      attempt("asks for consent", async () => {
        const user = random.pick(USERS);
        const customer = { bank_user_id: user, display_name: user, email: `${user}@example.com` };
        const body = { ...customer, loyalty_program_id: "gold", redirect_uri: REDIRECT_URI };
        const { status, body: answer } = await call(LINK, { key, body });
        if (status === 201) {
          known.add(answer.data.service_user_id);
          urls.push(answer.data.oauth_redirect_url);
        }
        return String(status);
      }),

    /** A customer opens one of the bank's latest URLs, and approves. */
    async approve(): Promise<void> {
      if (urls.length === 0) return;
      const person = random.pick(people);
      await attempt("approval", () => approved(person));
    },

    /** The bank redeems one of its latest codes, possibly again. */
    async redeem(): Promise<void> {
      if (codes.length === 0) return;
      const code = random.pick(codes.slice(-4));
      await attempt(`redeems ${code.id}`, () => redeemed(code));
    },

    /** The bank or a customer ends a link. */
    async unlink(): Promise<void> {
      if (known.size === 0) return;
      const id = random.pick([...known]);
      const person = random.pick(people);
      const byBank = happens(random, 0.5);
      await attempt("ends a link", async () => {
        if (byBank) return (await unlinkAccount(scope, id, {})).status;
        return (await disconnectAccount(person, id)) ?? "not theirs";
      });
    },
  };
}
