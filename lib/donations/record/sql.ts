/** SQL of everything that happened to one of a bank's donations. */
import { sql } from "kysely";
import type { BankApiScope } from "../../auth/scopes.ts";
import { kysely } from "../../database/tables.ts";
import { listedDeliveries } from "../../webhooks/delivery/sql.ts";
import { donationsOnBooks } from "../sql.ts";

/** A donation with its request, authorization, attempts, batch, receipt, and statement. */
export const recordOf = ({ bankId }: BankApiScope, donationId: string) =>
  donationsOnBooks
    .innerJoin("school as s", "s.id", "d.schoolId")
    .leftJoin("fund as f", (join) =>
      join.onRef("f.schoolId", "=", "d.schoolId").onRef("f.fundId", "=", "d.fundId"),
    )
    .leftJoin("account as a", "a.id", "d.accountId")
    .leftJoin("loyaltyProgram as p", (join) =>
      join.onRef("p.bankId", "=", "d.bankId").onRef("p.programId", "=", "d.loyaltyProgramId"),
    )
    .leftJoin("giftAuthorization as g", "g.id", "d.authorizationId")
    .leftJoin("giftBatchLine as l", "l.donationId", "d.id")
    .leftJoin("giftBatch as h", "h.id", "l.batchId")
    .leftJoin("statement as t", "t.id", "books.statementId")
    .select(["s.name as schoolName", "f.name as fundName", "p.name as programName"])
    .select(["a.displayName as customerName", "a.email as customerEmail", "a.bankUserId"])
    .select(["d.keyId", "d.requestId", "g.createdAt as askedAt", "g.decidedAt as approvedAt"])
    .select(["c.attemptCount", "c.attemptStartedAt", "c.lastAttemptedAt", "c.lastError"])
    .select(["c.nextAttemptAt", "c.holdReason", "c.heldForBank", "c.releasedAt"])
    .select(["h.number as batchNumber", "l.enteredAt", "h.closedAt as batchClosedAt"])
    .select(["t.number as statementNumber", "t.closedAt as statedAt"])
    .select(sql<string | null>`t.due_on::text`.as("dueOn"))
    .where("d.id", "=", donationId)
    .where("d.bankId", "=", bankId);

/** More than a donation has, unless its bank asks for samples and replays all day. */
const MAX_DELIVERIES = 50;

/** The deliveries of a donation's events, in order, with their endpoints. */
export const deliveriesOf = ({ bankId }: BankApiScope, donationId: string) =>
  listedDeliveries
    .innerJoin("webhookEndpoint as w", "w.id", "d.endpointId")
    .select(["w.url", "e.createdAt as eventAt"])
    .where("e.donationId", "=", donationId)
    .where("e.bankId", "=", bankId)
    .orderBy("e.sequence")
    .orderBy("d.createdAt")
    .limit(MAX_DELIVERIES);

/** The events themselves: one that no endpoint was there for has no delivery. */
export const eventsOf = ({ bankId }: BankApiScope, donationId: string) =>
  kysely
    .selectFrom("event")
    .select(["id", "type", "createdAt"])
    .where("donationId", "=", donationId)
    .where("bankId", "=", bankId)
    .orderBy("sequence")
    .limit(MAX_DELIVERIES);
