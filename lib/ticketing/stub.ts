/**
 * The sandbox's platform. It keeps its credits and faults in tables of its own, committed apart from
 * the donation, as a platform would; and it misbehaves on request, by the cents of the amount:
 * `.91` refuses for good, `.92` answers 503 twice, `.93` credits and loses the answer, `.94` waits
 * until an operator releases it.
 */
import { randomBytes } from "node:crypto";
import { batch } from "../batch.ts";
import { pool } from "../database/pool.ts";
import { type Cents, toCents } from "../money.ts";
import {
  type BookedCredit,
  type CreditInstruction,
  type PlatformAccess,
  type PlatformCredit,
  PlatformRefusal,
  PlatformUnavailable,
  type TicketingAdapter,
} from "./adapter.ts";

/** Why a `.94` donation waits. */
export const HELD = "sandbox trigger .94: held until an operator releases it";

const newId = (prefix: string) => `${prefix}_${randomBytes(9).toString("hex")}`;

/** Counts this request and tells how many there have been, and whether an operator has released it. */
async function countRequest(partnerReference: string) {
  const { rows } = await pool().query<{ request_count: number; released: boolean }>(
    `insert into stub_fault (partner_reference, request_count) values ($1, 1)
     on conflict (partner_reference) do update set request_count = stub_fault.request_count + 1
     returning request_count, released`,
    [partnerReference],
  );
  return rows[0] as { request_count: number; released: boolean };
}

type Asked = { access: PlatformAccess; instruction: CreditInstruction; amountCents: Cents };

const referenceOf = ({ instruction }: Asked) => instruction.partnerReference;

/** Credits once per partner reference, and answers a repetition with the same credit. */
const creditOnce = batch(referenceOf, async (asked: Asked[]): Promise<PlatformCredit[]> => {
  const references = asked.map(referenceOf);
  const { rows } = await pool().query<{ id: string; reference: string }>({
    name: "stub-credits",
    text: `
      insert into stub_credit (id, partner_reference, school_id, fan_id, amount_cents, instruction)
      select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::jsonb[])
      on conflict (partner_reference) do nothing
      returning id, partner_reference as reference`,
    values: [
      asked.map(() => newId("cr")),
      references,
      asked.map(({ access }) => access.schoolId),
      asked.map(({ instruction }) => instruction.fanAccountId),
      asked.map(({ amountCents }) => amountCents),
      asked.map(({ instruction }) => JSON.stringify(instruction)),
    ],
  });
  const ids = new Map(rows.map(({ reference, id }) => [reference, id]));
  const repeated = references.filter((reference) => !ids.has(reference));
  if (repeated.length > 0) {
    const known = await pool().query<{ id: string; reference: string }>(
      `select id, partner_reference as reference from stub_credit
       where partner_reference = any($1)`,
      [repeated],
    );
    for (const { reference, id } of known.rows) ids.set(reference, id);
  }
  return references.map((reference) => ({
    creditId: ids.get(reference) as string,
    status: "posted",
  }));
});

const BOOKED = `id as "creditId", 'posted' as status, partner_reference as "partnerReference",
  amount_cents as "amountCents", created_at as "createdAt"`;
const CREDITS_ON_A_PAGE = 1_000;

export const stub: TicketingAdapter = {
  booksOf: () => "the sandbox's platform",

  async *listCredits(_access, { from, to }) {
    let [at, id] = [from, ""];
    for (;;) {
      const { rows } = await pool().query<BookedCredit>(
        `select ${BOOKED} from stub_credit
         where created_at >= $1 and created_at < $2 and (created_at, id) > ($1, $3)
         order by created_at, id limit ${CREDITS_ON_A_PAGE}`,
        [at, to, id],
      );
      yield rows;
      const last = rows.at(-1);
      if (!last || rows.length < CREDITS_ON_A_PAGE) return;
      [at, id] = [last.createdAt, last.creditId];
    }
  },

  async findCredits(_access, partnerReference) {
    const { rows } = await pool().query<BookedCredit>(
      `select ${BOOKED} from stub_credit where partner_reference = $1`,
      [partnerReference],
    );
    return rows;
  },

  async findOrCreateFan(access, email) {
    const { rows } = await pool().query<{ id: string }>(
      `insert into stub_fan (id, school_id, email_key) values ($1, $2, lower($3))
       on conflict (school_id, email_key) do update set email_key = excluded.email_key
       returning id`,
      [newId("fan"), access.schoolId, email],
    );
    return (rows[0] as { id: string }).id;
  },

  async pushCredit(access, instruction) {
    const amountCents = toCents(Number(instruction.amount.value));
    const trigger = amountCents % 100;
    if (trigger < 91 || trigger > 94) return creditOnce({ access, instruction, amountCents });
    const fault = await countRequest(instruction.partnerReference);
    if (trigger === 91) throw new PlatformRefusal("sandbox trigger .91: refused for good");
    if (trigger === 92 && fault.request_count <= 2) {
      throw new PlatformUnavailable("sandbox trigger .92: 503 from the platform");
    }
    if (trigger === 94 && !fault.released) throw new PlatformUnavailable(HELD);
    const credit = await creditOnce({ access, instruction, amountCents });
    if (trigger === 93 && fault.request_count === 1) {
      throw new PlatformUnavailable("sandbox trigger .93: the answer was lost");
    }
    return credit;
  },
};

/** Lets a held `.94` donation through at its next push. */
export async function releaseHeldCredit(partnerReference: string): Promise<void> {
  await pool().query(
    `insert into stub_fault (partner_reference, request_count, released) values ($1, 0, true)
     on conflict (partner_reference) do update set released = true`,
    [partnerReference],
  );
}
