/** SQL for a tenant's gifts in numbers. */
import { type RawBuilder, sql } from "kysely";
import type { Tenant } from "../../auth/tenants.ts";
import { raw } from "../../database/expressions.ts";
import type { Cents } from "../../money.ts";

export type Times = { today: Date; recently: Date };

type Sums = { count: number; cents: Cents };
type Overview = { today: Sums; waiting: Sums; failed: Sums };

const SUMS = sql`json_build_object('count', count(*), 'cents', coalesce(sum(amount_cents), 0))`;

/**
 * How many gifts there are that match a condition, and their dollars. Read bank by bank, because every index begins with
 * the bank: this costs as much as the gifts that match, however many others there are.
 */
const perBank = (tenant: Tenant, which: RawBuilder<unknown>) => sql`(
  select ${SUMS} from bank b cross join lateral (
    select d.amount_cents from donation d where d.bank_id = b.id and ${which}
      ${tenant.kind === "school" ? sql`and d.school_id = ${tenant.schoolId}` : sql``}) matching
  ${tenant.kind === "bank" ? sql`where b.id = ${tenant.bankId}` : sql``})`;

/** A school's waiting gifts have an index of their own: there may be many where the platform has no API. */
const waitingAtSchool = (schoolId: string) => sql`(
  select ${SUMS} from donation where school_id = ${schoolId} and status = 'pending')`;

export const giftOverview = (tenant: Tenant, { today, recently }: Times) =>
  raw(sql<Overview>`select
    ${perBank(tenant, sql`d.created_at >= ${today}`)} as today,
    ${
      tenant.kind === "school"
        ? waitingAtSchool(tenant.schoolId)
        : perBank(tenant, sql`d.status = 'pending'`)
    } as waiting,
    ${perBank(tenant, sql`d.status = 'failed' and d.created_at >= ${recently}`)} as failed`);
