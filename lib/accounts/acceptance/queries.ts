/** Links that a person hasn't accepted yet, and the gifts that their banks reported. */
import type { CardholderScope } from "../../auth/scopes.ts";
import { run } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { type Cents, toDollars } from "../../money.ts";

/** How many links are shown, and how many of each link's gifts are counted. */
const MAX_SHOWN = 50;
const MAX_COUNTED = 100;

/** A person's latest active links that they haven't accepted, with some of the gifts made through each. */
const unaccepted = (cardholderId: string) =>
  kysely
    .selectFrom("account as a")
    .innerJoin("bank as b", "b.id", "a.bankId")
    .leftJoin("loyaltyProgram as p", (join) =>
      join.onRef("p.bankId", "=", "a.bankId").onRef("p.programId", "=", "a.loyaltyProgramId"),
    )
    .crossJoinLateral((of) => {
      const gifts = of
        .selectFrom("donation as d")
        .select((net) => net("d.amountCents", "-", net.ref("d.reversedCents")).as("cents"))
        .whereRef("d.cardholderId", "=", "a.cardholderId")
        .whereRef("d.accountId", "=", "a.id")
        .where((is) => is.not(is.ref("d.attributed")))
        .where("d.status", "=", "completed")
        .limit(MAX_COUNTED + 1);
      return of
        .selectFrom(gifts.as("latest"))
        .select(({ cast, fn, lit }) => [
          fn.countAll<number>().as("count"),
          cast<Cents>(fn.coalesce(fn.sum("latest.cents"), lit(0)), "int8").as("cents"),
        ])
        .as("totals");
    })
    .select(["a.id as accountId", "b.name as bankName", "totals.count", "totals.cents"])
    .select((of) => of.fn.coalesce("p.name", "a.loyaltyProgramId").as("programName"))
    .where("a.cardholderId", "=", cardholderId)
    .where("a.status", "=", "active")
    .where("a.acceptedAt", "is", null)
    .orderBy("a.linkedAt", "desc")
    .orderBy("a.id", "desc")
    .limit(MAX_SHOWN);

/**
 * For a person who is signed in, or who has opened an emailed link to set a password. Counts at most `MAX_COUNTED`
 * completed gifts of each, and says whether there are more.
 */
export async function listUnacceptedLinks({ cardholderId }: Pick<CardholderScope, "cardholderId">) {
  const rows = await run(unaccepted(cardholderId));
  return rows.map(({ count, cents, ...link }) => ({
    ...link,
    gifts: {
      count: Math.min(count, MAX_COUNTED),
      more: count > MAX_COUNTED,
      usd: toDollars(cents),
    },
  }));
}

export type UnacceptedLink = Awaited<ReturnType<typeof listUnacceptedLinks>>[number];
