/** The forms of payments, and what each side's pages of the books read. */
import { beforeEach, describe, expect, it } from "vitest";
import {
  countToDo,
  dueBetween,
  findOwnPayment,
  getSummary,
  listAging,
  listCloses,
  listLines,
  listOwnPayments,
  listSummaries,
  readSections,
} from "#lib/books/desk/queries.ts";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { giveTo, makeStatement } from "#test/books-operations.ts";
import { type Bank, makeBank } from "#test/factories.ts";
import { jar, signInBrowser } from "#test/portal-session.ts";
import { isolateDatabase } from "#test/private-database.ts";
import { makeMember, makeSchoolTenant } from "#test/staff.ts";
import { postForm, stateAt } from "#test/staff-form.ts";

isolateDatabase();

const at = { limit: 50, cursor: undefined };
const wire = { amount_usd: "25", value_date: "2026-11-09", wire_reference: "FT-1" };

let bank: Bank;
let schoolId: string;
let payer: Awaited<ReturnType<typeof makeMember<"bank">>>;
let payee: Awaited<ReturnType<typeof makeMember<"school">>>;
let statementId: string;

type Member = typeof payer | typeof payee;
const signIn = async ({ scope }: Member) => {
  jar.clear();
  await signInBrowser({ cardholderId: scope.personId, familyId: scope.familyId });
};

beforeEach(async () => {
  bank = await makeBank();
  const school = await makeSchoolTenant();
  schoolId = school.schoolId;
  payer = await makeMember({ kind: "bank", bankId: bank.bankId }, "finance");
  payee = await makeMember(school, "finance");
  statementId = await makeStatement(bank, schoolId);
});

/** Submits a form as a member. @returns where it leads */
async function post(member: Member, form: string, fields: Record<string, string>, id?: string) {
  await signIn(member);
  return postForm(`/${member.scope.kind}/payments/${form}`, member.scope, fields, {
    payment_id: id ?? "",
  });
}
const idIn = (url: URL) => url.pathname.split("/").at(-1) as string;
const statusOf = async (id: string, { scope }: Member = payee) =>
  (await findOwnPayment(scope, id))?.status;

describe("a bank's “Mark as sent”", () => {
  it("is a claim, which the foundation finds by amount or wire, and which meets its deposit", async () => {
    const sent = await post(payer, "record", { school_id: schoolId, ...wire });
    expect(sent.searchParams.get("done")).toBe("recorded");
    expect(await statusOf(idIn(sent), payer)).toBe("claimed");
    expect(await countToDo(payee.scope)).toBe(1);
    for (const search of [
      { cents: 2_500 as never },
      { text: "ft-" },
      { waiting: "claims" },
    ] as const)
      expect((await listOwnPayments(payee.scope, { ...search, ...at })).items).toHaveLength(1);
    expect((await listOwnPayments(payee.scope, { cents: 2_501 as never, ...at })).items).toEqual(
      [],
    );
    const received = await post(payee, "record", {
      kind: "received",
      bank_id: bank.bankId,
      ...wire,
    });
    expect(received.searchParams.get("done")).toBe("recorded");
    expect(await findOwnPayment(payee.scope, idIn(received))).toMatchObject({
      status: "posted",
      agreement: "agrees",
      metId: idIn(sent),
    });
    expect([await countToDo(payee.scope), await countToDo(payer.scope)]).toEqual([0, 0]);
  });

  it("of the same wire again is refused, as are amounts and foundations that can't be", async () => {
    const fields = { school_id: schoolId, ...wire };
    await post(payer, "record", fields);
    const again = await stateAt(await post(payer, "record", fields));
    expect(Object.values(again?.errors ?? {})[0]).toContain("already recorded");
    const wrong = { ...fields, amount_usd: "2.505", value_date: "2999-01-01" };
    expect(Object.keys((await stateAt(await post(payer, "record", wrong)))?.errors ?? {})).toEqual([
      "amount_usd",
    ]);
    const future = { ...fields, value_date: "2999-01-01" };
    expect((await stateAt(await post(payer, "record", future)))?.errors).toEqual({
      value_date: "This day is in the future.",
    });
    const other = { ...fields, school_id: "no-school" };
    expect((await stateAt(await post(payer, "record", other)))?.errors).toEqual({
      school_id: "Choose one.",
    });
  });
});

describe("a foundation", () => {
  it("finds the gifts behind a statement and behind a deposit, in the order of posting", async () => {
    const { items } = await listSummaries(payee.scope, at);
    expect(items).toMatchObject([{ statement_id: statementId, status: "open", closing_usd: 25 }]);
    const summary = await getSummary(payee.scope, statementId);
    const lines = await listLines(payee.scope, summary, at);
    const { id } = await db().donation.findFirstOrThrow({ where: { schoolId } });
    expect(lines.items).toMatchObject([{ kind: "gift", giftId: id, cents: 2_500 }]);
    const received = await post(payee, "record", {
      kind: "received",
      bank_id: bank.bankId,
      ...wire,
    });
    const deposit = await findOwnPayment(payee.scope, idIn(received));
    const covered = await listLines(payee.scope, deposit as NonNullable<typeof deposit>, at);
    expect(covered.items).toMatchObject([{ giftId: id, cents: 2_500 }]);
    expect((await getSummary(payer.scope, statementId)).status).toBe("paid");
  });

  it("writes off with two people, and nobody else learns of it before", async () => {
    const fields = { kind: "write_off", bank_id: bank.bankId, ...wire, wire_reference: "" };
    expect((await stateAt(await post(payee, "record", fields)))?.errors).toEqual({
      reason: "Enter a reason.",
    });
    const wired = { ...fields, wire_reference: "FT-1", reason: "Uncollectible" };
    expect((await stateAt(await post(payee, "record", wired)))?.errors).toEqual({
      wire_reference: "Leave it blank: only a payment that you received has one.",
    });
    const waiting = await post(payee, "record", { ...fields, reason: "Uncollectible" });
    const id = idIn(waiting);
    expect(waiting.searchParams.get("done")).toBe("waiting");
    // The same form again.
    expect(idIn(await post(payee, "record", { ...fields, reason: "Uncollectible" }))).toBe(id);
    expect(await findOwnPayment(payer.scope, id)).toBeNull();
    expect((await listOwnPayments(payer.scope, at)).items).toEqual([]);
    expect((await stateAt(await post(payee, "[payment_id]/approve", {}, id)))?.errors).toBeTruthy();
    expect(await statusOf(id)).toBe("awaiting_approval");
    const second = await makeMember({ kind: "school", schoolId }, "admin");
    expect((await post(second, "[payment_id]/approve", {}, id)).searchParams.get("done")).toBe(
      "approved",
    );
    expect(await statusOf(id, payer)).toBe("posted");
    expect(await dueBetween(payer.scope, schoolId)).toBe(0);
  });

  it("records that a payment came back, once, and the same wire can be received again", async () => {
    const fields = { kind: "received", bank_id: bank.bankId, ...wire };
    const id = idIn(await post(payee, "record", fields));
    const back = { value_date: "2026-11-12", reason: "Account closed" };
    const returned = await post(payee, "[payment_id]/return", back, id);
    expect(returned.searchParams.get("done")).toBe("recorded");
    expect(
      (await stateAt(await post(payee, "[payment_id]/return", back, id)))?.errors,
    ).toBeTruthy();
    expect(await statusOf(id)).toBe("returned");
    expect(await statusOf(idIn(await post(payee, "record", fields)))).toBe("posted");
  });

  it("sees nothing of another's", async () => {
    const id = idIn(
      await post(payee, "record", { kind: "received", bank_id: bank.bankId, ...wire }),
    );
    const stranger = await makeMember(await makeSchoolTenant(), "finance");
    const rival = await makeBank();
    const rivals = await makeMember({ kind: "bank", bankId: rival.bankId }, "finance");
    for (const { scope } of [stranger, rivals]) {
      expect(await findOwnPayment(scope, id)).toBeNull();
      await expect(getSummary(scope, statementId)).rejects.toThrow();
      expect(await readSections(scope, statementId)).toEqual([]);
      expect([await listAging(scope), await countToDo(scope)]).toEqual([[], 0]);
    }
  });
});

describe("what is due", () => {
  it("ages by the day it was due on, and the operator sees every pair", async () => {
    const daysAgo = (days: number) =>
      pool().query("update statement set due_on = current_date - $1::int where id = $2", [
        days,
        statementId,
      ]);
    const { scope: operator } = await makeMember({ kind: "operator" }, "finance");
    for (const [days, bucket] of [
      [-5, "notDue"],
      [30, "to30"],
      [45, "to60"],
      [75, "to90"],
      [200, "over"],
    ] as const) {
      await daysAgo(days);
      for (const scope of [payer.scope, payee.scope, operator]) {
        const all = await listAging(scope);
        const own = all.find((pair) => pair.schoolId === schoolId);
        expect(own).toMatchObject({ [bucket]: 2_500, total: 2_500 });
        expect(own?.overdue).toBe(bucket === "notDue" ? 0 : 2_500);
      }
    }
  });

  it("a close that is late is listed first", async () => {
    const late = "now() - interval '2 hours'";
    await pool().query(`update ledger_book set period_ends_at = ${late} where id = $1`, [
      bank.bankId,
    ]);
    await giveTo(await makeBank(), schoolId);
    expect((await listCloses())[0]).toMatchObject({
      bankId: bank.bankId,
      hasFailed: true,
      number: 1,
    });
  });
});
