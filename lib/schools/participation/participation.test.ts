import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nameOfActor } from "#lib/auth/actors.ts";
import type { StaffScope } from "#lib/auth/scopes.ts";
import { updateBank } from "#lib/banks/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import { rereadEnv } from "#lib/env.ts";
import { readOperations } from "#lib/operations/view.ts";
import { listAuditLog } from "#lib/staff/audit-log.ts";
import { push } from "#test/attempts.ts";
import {
  BANK_RECORD,
  type Bank,
  donationBody,
  donationRequestOf,
  makeBank,
  makeSchool,
  system,
} from "#test/factories.ts";
import { isolateDatabase } from "#test/private-database.ts";
import { makeMember, openStaffSession } from "#test/staff.ts";
import { directoryFile, importSchools } from "../directory.ts";
import { changeFund } from "../funds/mutations.ts";
import {
  closeExpired,
  type Entry,
  enterConsent,
  enterPayee,
  type RecordFacts,
  readRecord,
  setActive,
  setRecord,
} from "./mutations.ts";
import { approveReceipts, setReceiptDetails } from "./receipts.ts";
import { EXPIRES_SOON_DAYS } from "./sql.ts";

// Its own database: checks apply to all schools.
isolateDatabase();

const use = (environment: "production" | "sandbox") => {
  process.env.SERVICE_ENVIRONMENT = environment;
  process.env.PUBLIC_BASE_URL = "https://points.example";
  rereadEnv();
};

let bank: Bank;
let school: string;
beforeEach(async () => {
  [bank, school] = [await makeBank(), await makeSchool({ active: false })];
  people = await Promise.all(
    Array.from({ length: 4 }, () => makeMember({ kind: "operator" }, "admin")),
  );
  use("production");
});
afterEach(async () => {
  delete process.env.SERVICE_ENVIRONMENT;
  delete process.env.PUBLIC_BASE_URL;
  rereadEnv();
  await db().schoolRecord.deleteMany();
  await db().school.updateMany({ data: { active: false } });
});

const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const FACTS = (): RecordFacts => ({
  legalName: "Example Foundation, Inc.",
  registrationCheckedOn: daysAgo(1),
  goodStandingCheckedOn: daysAgo(1),
  contactName: "Pat Sample",
  contactEmail: "pat@foundation.example",
});

const DETAILS = "Example Bank\nAccount 123456789";
const CONSENT = {
  consentBy: "Pat Sample, CFO",
  consentOn: "2026-01-05",
  consentDocument: "contract 1",
};
type Member = Awaited<ReturnType<typeof makeMember<"operator">>>;
let people: Member[];
const person = (n: number) => people[n] as Member;
const enter = (n: number, details = DETAILS) => enterPayee(person(n).scope, school, details);
const consent = (n: number, changes = {}) =>
  enterConsent(person(n).scope, school, { ...CONSENT, ...changes });
const missing = async () => (await readRecord(school))?.missing;

async function complete(): Promise<void> {
  await setReceiptDetails(system, school, { ein: "12-3456789", mailingAddress: "1 Example Way" });
  await setRecord(system, school, FACTS());
  for (const n of [0, 1]) {
    await enter(n);
    await consent(n);
  }
  await approveReceipts(system, school);
}

async function open(): Promise<void> {
  await complete();
  expect(await setActive(system, school, true)).toEqual([]);
}

const give = () => requestDonation(bank.scope, donationRequestOf(donationBody(school)));
const isOpen = async () => (await readRecord(school))?.active;

const STEPS: [item: string, undo: () => Promise<unknown>][] = [
  ...["consentBy", "consentOn", "consentDocument"].map(
    (column): [string, () => Promise<unknown>] => ["consent", () => clear(column)],
  ),
  ["legal_name", () => clear("legalName")],
  ["ein", () => db().school.update({ where: { id: school }, data: { ein: null } })],
  ["registration", () => clear("registrationCheckedOn")],
  ["good_standing", () => clear("goodStandingCheckedOn")],
  ["contact", () => clear("contactEmail")],
  [
    "payee",
    () =>
      db().$executeRawUnsafe(
        `update school_record
    set encrypted_payee = null, payee_approved_by = null where school_id = $1`,
        school,
      ),
  ],
  ["receipt_approval", () => clear("receiptsApprovedOn")],
];
const clear = (column: string) =>
  db().schoolRecord.update({ where: { schoolId: school }, data: { [column]: null } });

it("a record whose approver is a name, as was once typed, is read without an address", async () => {
  await complete();
  expect((await readRecord(school))?.payeeApprovedBy).toContain("@");
  await db().schoolRecord.update({
    where: { schoolId: school },
    data: { payeeApprovedBy: "Ada Example" },
  });
  expect(await readRecord(school)).toMatchObject({ schoolId: school, payeeApprovedBy: null });
});

describe("in production, a school", () => {
  it("accepts no gifts until its record is complete and the operator opens it", async () => {
    await expect(give()).rejects.toMatchObject({ violations: [{ type: "school_inactive" }] });
    const all = [...new Set(STEPS.map(([item]) => item))];
    expect(await setActive(system, school, true)).toEqual(all);
    await complete();
    expect(await missing()).toEqual([]);
    await expect(give()).rejects.toThrow();
    await setActive(system, school, true);
    expect((await give()).status).toBe("pending");
  });

  it.each(STEPS)("without %s is closed, and can't be opened", async (item, undo) => {
    await open();
    await undo();
    expect(await closeExpired(system)).toEqual([school]);
    expect(await isOpen()).toBe(false);
    expect(await setActive(system, school, true)).toEqual([item]);
    expect(await isOpen()).toBe(false);
    const { details } = await db().auditEntry.findFirstOrThrow({
      where: { action: "school.deactivate", subject: school },
    });
    expect(details).toEqual({ missing: [item] });
  });

  it("whose checks are too old is closed, and what it had accepted still settles", async () => {
    await open();
    const { donation_id: id } = await give();
    await setRecord(system, school, { registrationCheckedOn: daysAgo(365) });
    expect(await isOpen()).toBe(true);
    await setRecord(system, school, { registrationCheckedOn: daysAgo(366) });
    expect([await isOpen(), await missing()]).toEqual([false, ["registration"]]);
    await expect(give()).rejects.toMatchObject({ violations: [{ type: "school_inactive" }] });
    // Only a sandbox has the platform that this school is on.
    use("sandbox");
    await push(id);
    expect((await db().donation.findUniqueOrThrow({ where: { id } })).status).toBe("completed");
  });

  it("is closed by an import that says otherwise, or that changes a tax class", async () => {
    const fund = { fund_id: "annual-fund", name: "Annual Fund", description: "" };
    const listed = (deductibility: string, schoolId = school) =>
      directoryFile.parse({
        schools: [
          {
            school_id: schoolId,
            name: "x",
            university: "x",
            nickname: "x",
            city: "x",
            state: "OH",
            conference: "x",
            foundation_name: `${school} Fund`,
            active: true,
            colors: ["#123456"],
            motif: "arcs",
            time_zone: "America/New_York",
            minimum_donation_usd: 5,
            funds: [{ ...fund, deductibility }],
          },
        ],
      });
    await importSchools(system, listed("full"));
    expect(await isOpen()).toBe(false);
    await open();
    await importSchools(system, listed("full"));
    expect(await isOpen()).toBe(true);
    await importSchools(system, listed("none"));
    expect([await isOpen(), await missing()]).toEqual([false, ["receipt_approval"]]);
    await approveReceipts(system, school);
    const { scope } = await makeMember({ kind: "school", schoolId: school }, "admin");
    const approvedBy = async () => (await readRecord(school))?.receiptsApprovedBy;
    await changeFund(scope, "annual-fund", { description: "For everything" });
    expect(await approvedBy()).toBe(nameOfActor(system.actor));
    await changeFund(scope, "annual-fund", { deductibility: "full" });
    expect([await missing(), await approvedBy()]).toEqual([[], expect.stringContaining("@")]);
    await setReceiptDetails(system, school, { ein: "12-3456780", mailingAddress: "2 Example Way" });
    expect(await missing()).toEqual(["receipt_approval"]);
  });

  it("closes when its own admins make it another organization, until the operator has checked that", async () => {
    await open();
    const { scope } = await makeMember({ kind: "school", schoolId: school }, "admin");
    await setReceiptDetails(scope, school, { legalName: "Other, Inc." }, { approve: true });
    expect([await isOpen(), await missing()]).toEqual([false, ["registration", "good_standing"]]);
  });
});

it("a sandbox requires no record", async () => {
  use("sandbox");
  expect(await setActive(system, school, true)).toEqual([]);
  expect(await closeExpired(system)).toEqual([]);
  expect((await give()).status).toBe("pending");
  await setActive(system, school, false);
  await expect(give()).rejects.toThrow();
});

describe.each([
  ["payee", enter, "Example Bank\nAccount 1"],
  ["consent", consent, { consentOn: "2026-01-06" }],
] as [string, (n: number, other?: never) => Promise<Entry>, never][])(
  "%s",
  (item, entry, other) => {
    it("counts once another member of the operator's team has entered the same", async () => {
      expect(await entry(0)).toBe("pending");
      expect(await entry(0)).toBe("pending");
      expect(await missing()).toContain(item);
      expect(await entry(1, other)).toBe("different");
      expect(await missing()).toContain(item);
      expect(await entry(0)).toBe("different");
      expect(await entry(1)).toBe("approved");
      expect(await missing()).not.toContain(item);
      expect(await entry(2)).toBe("pending");
    });

    it("isn't approved by the same person in another session or as another member", async () => {
      expect(await entry(0)).toBe("pending");
      const { cardholderId, membershipId } = person(0);
      const [again] = [await openStaffSession<"operator">({ cardholderId, membershipId })];
      people[0] = { ...person(0), scope: again };
      expect(await entry(0)).toBe("pending");
      await db().membership.delete({ where: { id: membershipId } });
      people[0] = await makeMember({ kind: "operator" }, "admin", person(0));
      expect(await entry(0)).toBe("pending");
      expect(await missing()).toContain(item);
    });

    it("is approved once, however many enter it at once", async () => {
      await entry(0);
      const results = await Promise.all([1, 2].map((n) => entry(n)));
      expect(results.sort()).toEqual(["approved", "pending"]);
    });

    it("can't be entered by someone who has left, or with another role", async () => {
      await entry(0);
      await db().membership.delete({ where: { id: person(1).membershipId } });
      await expect(entry(1)).rejects.toMatchObject({ code: "FORBIDDEN" });
      people[1] = (await makeMember({ kind: "operator" }, "support")) as Member;
      await expect(entry(1)).rejects.toMatchObject({ code: "FORBIDDEN" });
    });

    it("is in the audit log with who entered and who approved it, and in the school's without them", async () => {
      await entry(0);
      await entry(1);
      const logOf = async (scope: StaffScope) => {
        const { items } = await listAuditLog(scope, { limit: 50 });
        return items.filter(({ action }) => action.includes(item)).map(({ who }) => who);
      };
      expect((await logOf(person(2).scope)).slice(0, 2)).toEqual([
        person(1).email,
        person(0).email,
      ]);
      const admin = await makeMember({ kind: "school", schoolId: school }, "admin");
      expect(await logOf(admin.scope)).toEqual(["Operator", "Operator"]);
      expect(await readRecord(school)).toMatchObject({
        [`${item}EnteredBy`]: person(0).email,
        [`${item}ApprovedBy`]: person(1).email,
      });
    });
  },
);

it("a change of the payee leaves the previous one until it's approved, and is stored encrypted", async () => {
  await complete();
  const before = await db().schoolRecord.findUniqueOrThrow({ where: { schoolId: school } });
  await enter(1, "Another bank");
  const after = await db().schoolRecord.findUniqueOrThrow({ where: { schoolId: school } });
  expect(after.encryptedPayee).toEqual(before.encryptedPayee);
  expect(Buffer.from(after.encryptedPayee as Uint8Array).toString("latin1")).not.toContain("123");
  expect(JSON.stringify(await readRecord(school))).not.toMatch(/bank|123456789/i);
  const logged = await db().auditEntry.findMany({ where: { subject: school } });
  expect(JSON.stringify(logged.map(({ details }) => details))).not.toContain("123456789");
});

it("how the payee is spaced makes no difference", async () => {
  await enter(0);
  expect(await enter(1, ` Example  Bank\n${"\n"}Account 123456789`)).toBe("approved");
});

describe("the operator's status", () => {
  const kinds = async () =>
    (await readOperations()).incidents
      .filter(({ kind }) => kind.startsWith("school_"))
      .map(({ kind, shown }) => [kind, shown[0]?.subject, shown[0]?.reason]);

  it("lists what banks lack", async () => {
    const listed = async () =>
      (await readOperations()).incidents.find(({ kind }) => kind === "bank_incomplete");
    const others = await db().bank.findMany({ where: { id: { not: bank.bankId } } });
    for (const { id } of others) await updateBank(system, id, BANK_RECORD);
    const reason = "missing: agreement, contact, billing_contact";
    expect((await listed())?.shown).toMatchObject([{ subject: bank.bankId, reason }]);
    await updateBank(system, bank.bankId, BANK_RECORD);
    expect(await listed()).toBeUndefined();
  });

  it("lists what a begun record lacks, and what expires soon", async () => {
    expect(await kinds()).toEqual([]);
    await setRecord(system, school, FACTS());
    const reason = "missing: consent, ein, payee, receipt_approval";
    expect(await kinds()).toEqual([["school_incomplete", school, reason]]);
    await complete();
    expect(await kinds()).toEqual([]);
    const soon = 365 - EXPIRES_SOON_DAYS;
    await setRecord(system, school, { goodStandingCheckedOn: daysAgo(soon - 1) });
    expect(await kinds()).toEqual([]);
    await setRecord(system, school, { goodStandingCheckedOn: daysAgo(soon) });
    const until = `its checks count until ${daysAgo(-EXPIRES_SOON_DAYS)}`;
    expect(await kinds()).toEqual([["school_expiring", school, until]]);
    use("sandbox");
    expect(await kinds()).toEqual([]);
  });
});
