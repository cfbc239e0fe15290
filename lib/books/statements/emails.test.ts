/** What billing contacts are told, once each. */
import { beforeEach, describe, expect, it } from "vitest";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { makeStatement } from "#test/books-operations.ts";
import { type Bank, makeBank } from "#test/factories.ts";
import { isolateDatabase } from "#test/private-database.ts";
import { makeMember, makeSchoolTenant } from "#test/staff.ts";
import { enterPayee } from "../../schools/participation/mutations.ts";
import { announceOverdue } from "./emails.ts";

isolateDatabase();

let bank: Bank;
let schoolId: string;
let statementId: string;

beforeEach(async () => {
  await pool().query("delete from email");
  // Those of other tests.
  await pool().query("update statement set due_on = current_date + 30");
  bank = await makeBank();
  ({ schoolId } = await makeSchoolTenant());
  await pool().query("update bank set billing_email = 'ap@bank.example' where id = $1", [
    bank.bankId,
  ]);
  await pool().query(
    `insert into school_record (school_id, contact_email, legal_name) values ($1, 'ar@school.example', 'Testers Inc.')
     on conflict (school_id) do update set contact_email = excluded.contact_email, legal_name = excluded.legal_name`,
    [schoolId],
  );
  statementId = await makeStatement(bank, schoolId);
});

const emails = async (kind: string) =>
  (await db().email.findMany({ where: { kind }, orderBy: { to: "asc" } })).map(
    ({ to, tenant, subject, text }) => ({ to, tenant, subject, text }),
  );
const dueDaysAgo = (days: number) =>
  pool().query("update statement set due_on = current_date - $1::int where id = $2", [
    days,
    statementId,
  ]);

describe("a statement", () => {
  it("is announced to both sides when it's closed, with its totals and a link", async () => {
    expect(await emails("statement-closed")).toMatchObject([
      {
        to: "ap@bank.example",
        tenant: `bank:${bank.bankId}`,
        subject: expect.stringContaining("Statement 1 is closed"),
        text: expect.stringContaining(`/bank/statements/${statementId}`),
      },
      {
        to: "ar@school.example",
        tenant: `school:${schoolId}`,
        subject: expect.stringMatching(
          /Remittance advice 1 is closed for Testers Inc.: \$25.00 due/,
        ),
        text: expect.stringContaining(`/school/remittances/${statementId}`),
      },
    ]);
  });

  it("is overdue once, from the day after it was due", async () => {
    await dueDaysAgo(0);
    expect(await announceOverdue(100)).toBe(0);
    await dueDaysAgo(2);
    expect([await announceOverdue(100), await announceOverdue(100)]).toEqual([2, 0]);
    const told = await emails("statement-overdue");
    expect(told.map(({ to }) => to)).toEqual(["ap@bank.example", "ar@school.example"]);
    expect(told[0]?.text).toContain("$25.00");
  });

  it("isn't overdue if it's paid, nor long after", async () => {
    await dueDaysAgo(30);
    expect(await announceOverdue(100)).toBe(0);
    await dueDaysAgo(2);
    await pool().query("update statement_section set covered_cents = net_cents");
    expect(await announceOverdue(100)).toBe(0);
  });
});

it("new payee details are announced to everybody concerned once two people have entered them, without details", async () => {
  const finance = await makeMember({ kind: "school", schoolId }, "finance");
  await makeMember({ kind: "school", schoolId }, "viewer");
  const [one, two] = [
    await makeMember({ kind: "operator" }, "admin"),
    await makeMember({ kind: "operator" }, "admin"),
  ];
  const { email } = await db().cardholder.findUniqueOrThrow({
    where: { id: finance.cardholderId },
  });
  await enterPayee(one.scope, schoolId, "Account 12345678");
  expect(await emails("payee-changed")).toEqual([]);
  await enterPayee(two.scope, schoolId, "Account 12345678");
  const told = await emails("payee-changed");
  expect(told.map(({ to }) => to).sort()).toEqual(
    ["ap@bank.example", "ar@school.example", email].sort(),
  );
  for (const { text } of told) {
    expect(text).toContain("72 hours");
    expect(text).not.toContain("12345678");
  }
});
