/** SQL of requests for consent: one current one per account. */
import type { NotNull } from "kysely";
import { asBoolean, now } from "../../database/expressions.ts";
import { type Parameters, statement } from "../../database/statement.ts";
import { kysely } from "../../database/tables.ts";

const links = kysely
  .selectFrom("accountLink as l")
  .innerJoin("account as a", "a.id", "l.accountId")
  .innerJoin("bank as b", "b.id", "a.bankId")
  .leftJoin("loyaltyProgram as p", (join) =>
    join.onRef("p.bankId", "=", "a.bankId").onRef("p.programId", "=", "a.loyaltyProgramId"),
  )
  .select(["l.id", "l.accountId", "l.redirectUri", "l.state", "l.nonce", "l.codeChallenge"])
  .select((of) => asBoolean(of("l.redeemedAt", "is not", null)).as("isRedeemed"))
  .select(["a.bankId", "a.bankUserId", "a.email", "a.cardholderId as emailedId"])
  .select("a.loyaltyProgramId")
  .select(["b.name as bankName", "b.redirectUris", "b.appSchemes", "p.name as programName"])
  .select((of) => [
    asBoolean(of("b.status", "=", "active")).as("isBankActive"),
    asBoolean(
      of.and([
        of("l.expiresAt", ">", now),
        of("l.approvedAt", "is", null),
        of("a.status", "=", "pending_oauth"),
      ]),
    ).as("isOpen"),
  ]);

/** A request for consent with its account and bank, by its handle. */
export const findLinkByHandle = statement((given: Parameters<{ handleHash: Buffer }>) =>
  links.where("l.handleHash", "=", given.handleHash),
);

/** The same by its ID. */
export const findLink = statement((given: Parameters<{ linkId: string }>) =>
  links.where("l.id", "=", given.linkId),
);

/** Who approved a bank's request, if it was not redeemed yet. The bank isn't suspended until it is. */
export const findApproved = statement((given: Parameters<{ linkId: string; bankId: string }>) =>
  kysely
    .selectFrom("accountLink as l")
    .innerJoin("account as a", "a.id", "l.accountId")
    .innerJoin("bank as b", "b.id", "a.bankId")
    .select(["l.accountId", "l.cardholderId", "a.bankUserId", "b.status as bankStatus"])
    .where("l.id", "=", given.linkId)
    .where("a.bankId", "=", given.bankId)
    .where("l.redeemedAt", "is", null)
    .where("l.cardholderId", "is not", null)
    .forShare("b")
    .$narrowType<{ cardholderId: NotNull }>(),
);
