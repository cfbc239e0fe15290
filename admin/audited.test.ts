/** An operator's change is committed together with its audit entry, or not at all. */
import { randomUUID } from "node:crypto";
import type { Command } from "commander";
import { beforeAll, expect, it } from "vitest";
import type { AuditAction } from "#lib/auth/audit-actions.ts";
import { actingFor, actingForTeam, operatorScope } from "#lib/auth/scopes.ts";
import { changeBankStatus, createBank, setProgram, updateBank } from "#lib/banks/mutations.ts";
import { changeSettings } from "#lib/batches/mutations.ts";
import { setJournalAccounts } from "#lib/books/journal/journal.ts";
import {
  approvePayment,
  type PaymentDetails,
  recordPayment,
  returnPayment,
} from "#lib/books/payments/record.ts";
import { approveCorrection, declineCorrection } from "#lib/corrections/decisions.ts";
import { requestCorrection } from "#lib/corrections/request.ts";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import {
  removeAuthorizationAddress,
  rotateAuthorizationSecret,
  setAuthorizationAddress,
} from "#lib/donations/authorize/address.ts";
import { holdDonation, releaseDonation, retryDonation } from "#lib/donations/operations.ts";
import { retryEmail } from "#lib/email/queue.ts";
import type { Cents } from "#lib/money.ts";
import { loadSigningKeys, rotateSigningKey } from "#lib/oauth/keys.ts";
import { reencryptSecrets, sweepNow } from "#lib/operations/actions.ts";
import { directoryFile, importSchools } from "#lib/schools/directory.ts";
import { setMark } from "#lib/schools/mark.ts";
import {
  enterConsent,
  enterPayee,
  setActive,
  setRecord,
} from "#lib/schools/participation/mutations.ts";
import { approveReceipts, setReceiptDetails } from "#lib/schools/participation/receipts.ts";
import { issueApiKey, revokeApiKey } from "#lib/staff/api-keys.ts";
import { invite } from "#lib/staff/invitations.ts";
import { configurePlatform } from "#lib/ticketing/config.ts";
import {
  addEndpoint,
  changeEndpoint,
  deleteEndpoint,
  rotateSecret,
} from "#lib/webhooks/endpoints/mutations.ts";
import { replayEvent, startReplay } from "#lib/webhooks/replay/mutations.ts";
import data from "#prisma/data/schools.json" with { type: "json" };
import { giveTo } from "#test/books-operations.ts";
import { ask, correctionBody } from "#test/corrections.ts";
import {
  type Bank,
  donationBody,
  donationRequestOf,
  makeBank,
  makeSchool,
} from "#test/factories.ts";
import { isolateDatabase } from "#test/private-database.ts";
import { makeMember } from "#test/staff.ts";
import { makeProgram } from "./main.ts";

isolateDatabase();

let bank: Bank;
let school: string;
let donation: string;
let hook: string;
let members: [Operator, Operator];
/** Corrections that another operator has asked for, and that wait for a second one. */
let corrections: string[];
const ACCOUNTS = { balance: "1", gifts: "2", cash: "3", write_offs: "4" };

/** A payment that another operator has recorded. */
let waiting: string;
const wire = (wireReference: string): PaymentDetails => ({
  bankId: bank.bankId,
  schoolId: school,
  kind: "received",
  cents: 100 as Cents,
  valueDate: "2026-11-09",
  paymentRef: wireReference,
  wireReference,
  reason: null,
});
type Operator = Awaited<ReturnType<typeof makeMember<"operator">>>;
const [event, email] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  [bank, school] = [await makeBank(), await makeSchool()];
  await loadSigningKeys();
  const request = donationRequestOf(donationBody(school));
  ({ donation_id: donation } = await requestDonation(bank.scope, request));
  hook = (await addEndpoint(bank.scope, { url: "https://bank.example/hooks" })).endpoint_id;
  const makeOperator = () => makeMember({ kind: "operator" }, "admin");
  members = [await makeOperator(), await makeOperator()];
  await giveTo(bank, school);
  waiting = (await recordPayment(operatorScope("joan"), wire("second"))).id;
  await db().bank.update({ where: { id: bank.bankId }, data: { correctionDailyCents: 0 } });
  const gifts = [await giveTo(bank, school), await giveTo(bank, school)];
  corrections = await Promise.all(gifts.map((id) => ask(operatorScope("joan"), id)));
  // Only what follows is looked at.
  await db().auditEntry.deleteMany();
  const old = { bankId: bank.bankId, type: "t", sequence: 1, body: "{}" };
  await db().event.create({ data: { id: event, createdAt: new Date(), ...old } });
  const content = { to: "pat@example.com", kind: "receipt", subject: "s", text: "t" };
  await db().email.create({ data: { id: email, status: "failed", ...content } });
  // Overdue, so that the sweep requeues it.
  await pool().query("update credit set next_attempt_at = now() - interval '1 hour'");
});

const directory = directoryFile.parse({ schools: data.schools.slice(0, 1) });
const everything = { from: new Date(0), to: new Date(Date.now() + 60_000) };
const jane = operatorScope("jane");

/** Whose logs have it: the operator's, and those of whose things it concerns. */
const OPERATOR = ["operator"];
const BANK = ["operator", "bank"];
const SCHOOL = ["operator", "school"];
const BOTH = ["operator", "bank", "school"];

/** Each changes something; they run in this order. */
const ACTIONS: [action: AuditAction, logs: string[], act: () => Promise<unknown>][] = [
  ["bank.create", ["operator", "new bank"], () => createBank(jane, { name: "Another Bank" })],
  [
    "team.invite",
    SCHOOL,
    () =>
      invite(actingForTeam(jane, { kind: "school", schoolId: school }), {
        email: "admin@school.example",
        role: "admin",
      }),
  ],
  ["bank.update", BANK, () => updateBank(jane, bank.bankId, { maxDonationCents: 1 as Cents })],
  ["program.set", BANK, () => setProgram(jane, bank.bankId, "gold", { pointsPerDollar: 50 })],
  ["key.issue", BANK, () => issueApiKey(jane, bank.bankId)],
  ["key.revoke", BANK, () => revokeApiKey(jane, bank.keyId)],
  ["school.configure", SCHOOL, () => configurePlatform(jane, school, "stub", HOUSE)],
  ["batch-settings.change", SCHOOL, () => changeSettings(jane, school, { appeal: "POINTS" })],
  ["fund.change", SCHOOL, () => changeSettings(jane, school, { fundCodes: { rowing: "R1" } })],
  [
    "school.mark",
    SCHOOL,
    () => setMark(jane, school, { type: "image/png", image: Buffer.from("mark") }),
  ],
  ["school.import", ["operator", "imported school"], () => importSchools(jane, directory)],
  [
    "school.receipts",
    SCHOOL,
    () => setReceiptDetails(jane, school, { ein: "12-3456789", mailingAddress: "1 Main St" }),
  ],
  ["school.record", SCHOOL, () => setRecord(jane, school, { legalName: "Example, Inc." })],
  ["school.payee", SCHOOL, () => enterPayee(members[0].scope, school, "1")],
  ["school.approve-payee", SCHOOL, () => enterPayee(members[1].scope, school, "1")],
  ["school.consent", SCHOOL, () => enterConsent(members[0].scope, school, CONSENT)],
  ["school.approve-consent", SCHOOL, () => enterConsent(members[1].scope, school, CONSENT)],
  ["school.approve-receipts", SCHOOL, () => approveReceipts(jane, school)],
  ["school.deactivate", SCHOOL, () => setActive(jane, school, false)],
  ["school.activate", SCHOOL, () => setActive(jane, school, true)],
  ["donation.retry", BOTH, () => retryDonation(jane, donation)],
  ["sweep.run", OPERATOR, () => sweepNow(jane)],
  ["donation.hold", BOTH, () => holdDonation(jane, donation, "a doubt")],
  ["donation.release", BOTH, () => releaseDonation(jane, donation, null)],
  ["correction.approve", BOTH, () => approveCorrection(jane, corrections[0] as string)],
  ["correction.refuse", BOTH, () => declineCorrection(jane, corrections[1] as string, "a doubt")],
  [
    "correction.request",
    BOTH,
    () => requestCorrection(jane, donation, correctionBody({ kind: "cancel" })),
  ],
  ["delivery.replay", BANK, () => replayEvent(forBank(), event)],
  ["delivery.replay-range", BANK, () => startReplay(forBank(), everything)],
  ["webhook.change", BANK, () => changeEndpoint(forBank(), hook, { status: "disabled" })],
  ["webhook.rotate-secret", BANK, () => rotateSecret(forBank(), hook)],
  ["webhook.delete", BANK, () => deleteEndpoint(forBank(), hook)],
  ["webhook.add", BANK, () => addEndpoint(forBank(), { url: "https://bank.example/other" })],
  ["authorization.set", BANK, () => setAuthorizationAddress(forBank(), "https://bank.example/a")],
  ["authorization.rotate-secret", BANK, () => rotateAuthorizationSecret(forBank())],
  ["authorization.remove", BANK, () => removeAuthorizationAddress(forBank())],
  ["payment.record", BOTH, () => recordPayment(jane, wire("first"))],
  ["payment.approve", BOTH, () => approvePayment(jane, waiting)],
  [
    "payment.return",
    BOTH,
    () => returnPayment(jane, waiting, { valueDate: "2026-11-12", reason: "closed" }),
  ],
  [
    "journal.change",
    BANK,
    () => setJournalAccounts(jane, { kind: "bank", bankId: bank.bankId }, ACCOUNTS),
  ],
  ["email.retry", OPERATOR, () => retryEmail(jane, email)],
  ["secret.rotate", OPERATOR, () => reencryptSecrets(jane)],
  ["signing-key.rotate", OPERATOR, () => rotateSigningKey(jane)],
  ["bank.suspend", BANK, () => changeBankStatus(jane, bank.bankId, "suspend", null)],
  ["bank.resume", BANK, () => changeBankStatus(jane, bank.bankId, "resume", null)],
  ["bank.close", BANK, () => changeBankStatus(jane, bank.bankId, "close", null)],
];

const forBank = () => actingFor(jane, bank.bankId);
const HOUSE = { houseAccountId: "new" };
const CONSENT = { consentBy: "Pat", consentOn: "2026-11-01", consentDocument: "contract 1" };

/** A digest of each table, except usage, which is counted up to a second later. */
async function contents(): Promise<Record<string, string>> {
  const { rows } = await pool().query<{ name: string }>(
    `select tablename as name from pg_tables
     where schemaname = 'public' and tablename <> 'bank_usage'`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of rows) {
    const digest = `select md5(string_agg(t::text, ',' order by t::text)) as digest from "${name}" t`;
    digests[name] = (await pool().query(digest)).rows[0].digest;
  }
  return digests;
}

/** The logs that have entries of an action, of which there is one in each. */
async function logsOf(action: string): Promise<string[]> {
  const entries = await db().auditEntry.findMany({ where: { action }, orderBy: { id: "asc" } });
  const names: Record<string, string> = {
    operator: "operator",
    [`bank:${bank.bankId}`]: "bank",
    [`school:${school}`]: "school",
  };
  return entries.map(({ tenant }) => names[tenant ?? ""] ?? `new ${tenant?.replace(/:.*/, "")}`);
}

it.each(ACTIONS)(
  "%s is in the logs of %s, together with what it changes",
  async (action, logs, act) => {
    const before = await contents();
    await pool().query(
      "alter table audit_entry add constraint refused check (actor is null) not valid",
    );
    await expect(act()).rejects.toThrow();
    await pool().query("alter table audit_entry drop constraint refused");
    expect(await contents()).toEqual(before);

    await act();
    const expected = logs.map((log) => log.replace("imported", "new"));
    expect([...new Set(await logsOf(action))].sort()).toEqual(expected.sort());
    const { audit_entry: _, ...others } = await contents();
    expect(others).not.toEqual(before);
  },
);

/** What each command records. A new one has to say it here. */
const READS = null;
const COMMANDS: Record<string, AuditAction | AuditAction[] | typeof READS> = {
  "bank create": "bank.create",
  "bank update": ["bank.update", "authorization.set", "authorization.remove"],
  "bank list": READS,
  "bank suspend": "bank.suspend",
  "bank resume": "bank.resume",
  "bank certify": "certification.record",
  "bank close": "bank.close",
  "bank rotate-authorization-secret": "authorization.rotate-secret",
  "key issue": "key.issue",
  "key list": READS,
  "key revoke": "key.revoke",
  "program set": "program.set",
  "school show": READS,
  "school record": "school.record",
  "school activate": "school.activate",
  "school deactivate": "school.deactivate",
  "school list": READS,
  "school import": "school.import",
  "school configure": "school.configure",
  "school batches": ["batch-settings.change", "fund.change"],
  "school mark": "school.mark",
  "school receipts": "school.receipts",
  // In nobody else's log: it's about a person.
  "cardholder show": "cardholder.show",
  "donation list": READS,
  "donation show": READS,
  "donation hold": "donation.hold",
  "donation release": "donation.release",
  "donation retry": "donation.retry",
  "donation cancel": "correction.request",
  "donation reverse": "correction.request",
  "correction list": READS,
  "correction show": READS,
  "correction approve": "correction.approve",
  "correction decline": "correction.refuse",
  "webhook add": "webhook.add",
  "webhook list": READS,
  "webhook enable": "webhook.change",
  "webhook rotate-secret": "webhook.rotate-secret",
  "delivery list": READS,
  "delivery replay": ["delivery.replay", "delivery.replay-range"],
  "delivery replay-status": READS,
  "statement close": "statement.close",
  "statement list": READS,
  "statement show": READS,
  "payment record": "payment.record",
  "payment refund": "payment.record",
  "payment approve": "payment.approve",
  "payment return": "payment.return",
  "payment list": READS,
  "payment import": "payment.record",
  "ledger check": READS,
  "ledger accounts": "journal.change",
  "staff invite": "team.invite",
  "staff list": READS,
  "staff remove": "team.remove",
  status: READS,
  "sweep run": "sweep.run",
  reconcile: "platform.reconcile",
  "email list": READS,
  "email retry": "email.retry",
  "secret rotate": "secret.rotate",
  "signing-key rotate": "signing-key.rotate",
  migrate: READS,
  "demo reset": "demo.reset",
};
/** Recorded, and tested where they are. */
const ELSEWHERE = [
  "certification.record",
  "statement.close",
  "cardholder.show",
  "team.remove",
  "platform.reconcile",
  "demo.reset",
];

it("every command says what it records, and that is tested", () => {
  const leaves = (command: Command): string[] =>
    command.commands.length === 0
      ? [command.name()]
      : command.commands.flatMap(leaves).map((name) => `${command.name()} ${name}`);
  const names = makeProgram(() => undefined).commands.flatMap(leaves);
  expect(Object.keys(COMMANDS).sort()).toEqual(names.sort());
  const tested = new Set<string>([...ACTIONS.map(([action]) => action), ...ELSEWHERE]);
  const recorded = Object.values(COMMANDS).flatMap((actions) => actions ?? []);
  expect(recorded.filter((action) => !tested.has(action))).toEqual([]);
});
