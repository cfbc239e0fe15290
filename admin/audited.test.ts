/** An operator's change is committed together with its audit entry, or not at all. */
import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { issueApiKey, revokeApiKey } from "#lib/auth/api-keys.ts";
import { actingForTeam } from "#lib/auth/scopes.ts";
import { createBank, setProgram, updateBank } from "#lib/banks/mutations.ts";
import { changeBankStatus } from "#lib/banks/status.ts";
import { changeSettings } from "#lib/batches/mutations.ts";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import { holdDonation } from "#lib/donations/hold.ts";
import { retryDonation } from "#lib/donations/operations.ts";
import { retryEmail } from "#lib/email/queue.ts";
import { loadSigningKeys, rotateSigningKey } from "#lib/oauth/keys.ts";
import { reencryptSecrets, sweepNow } from "#lib/operations/actions.ts";
import { directoryFile, importSchools } from "#lib/schools/directory.ts";
import { setMark } from "#lib/schools/mark.ts";
import {
  approvePayee,
  enterPayee,
  setActive,
  setRecord,
} from "#lib/schools/participation/mutations.ts";
import { approveReceipts, setReceiptDetails } from "#lib/schools/participation/receipts.ts";
import { invite } from "#lib/staff/invitations.ts";
import { configurePlatform } from "#lib/ticketing/config.ts";
import { addEndpoint } from "#lib/webhooks/endpoints/mutations.ts";
import { replayEvent, startReplay } from "#lib/webhooks/replay/mutations.ts";
import data from "#prisma/data/schools.json" with { type: "json" };
import {
  type Bank,
  donationBody,
  donationRequestOf,
  makeBank,
  makeSchool,
  system,
} from "#test/factories.ts";
import { isolateDatabase } from "#test/private-database.ts";

isolateDatabase();

let bank: Bank;
let school: string;
let donation: string;
const [event, email] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  [bank, school] = [await makeBank(), await makeSchool()];
  await loadSigningKeys();
  const request = donationRequestOf(donationBody(school));
  ({ donation_id: donation } = await requestDonation(bank.scope, request));
  await addEndpoint(bank.scope, { url: "https://bank.example/hooks" });
  const old = { bankId: bank.bankId, type: "t", sequence: 1, body: "{}" };
  await db().event.create({ data: { id: event, createdAt: new Date(), ...old } });
  const content = { to: "pat@example.com", kind: "receipt", subject: "s", text: "t" };
  await db().email.create({ data: { id: email, status: "failed", ...content } });
  // Overdue, so that the sweep requeues it.
  await pool().query("update credit set next_attempt_at = now() - interval '1 hour'");
});

const directory = directoryFile.parse({ schools: data.schools.slice(0, 1) });
const everything = { from: new Date(0), to: new Date(Date.now() + 60_000) };

/** Each changes something; they run in this order. */
const ACTIONS: [action: string, act: () => Promise<unknown>][] = [
  ["bank.create", () => createBank(system, { name: "Another Bank" })],
  [
    "team.invite",
    () =>
      invite(actingForTeam(system, { kind: "school", schoolId: school }), {
        email: "admin@school.example",
        role: "admin",
      }),
  ],
  ["bank.update", () => updateBank(system, bank.bankId, { name: "Renamed" })],
  ["program.set", () => setProgram(system, bank.bankId, "gold", { pointsPerDollar: 50 })],
  ["key.issue", () => issueApiKey(system, bank.bankId)],
  ["key.revoke", () => revokeApiKey(system, bank.keyId)],
  ["school.configure", () => configurePlatform(system, school, "stub", { houseAccountId: "new" })],
  ["batch-settings.change", () => changeSettings(system, school, { appeal: "POINTS" })],
  ["school.mark", () => setMark(system, school, { type: "image/png", image: Buffer.from("mark") })],
  ["school.import", () => importSchools(system, directory)],
  [
    "school.receipts",
    () => setReceiptDetails(system, school, { ein: "12-3456789", mailingAddress: "1 Main St" }),
  ],
  ["school.record", () => setRecord(system, school, { legalName: "Example Foundation, Inc." })],
  ["school.payee", () => enterPayee(system, school, { by: "one@x.example", details: "1" })],
  [
    "school.approve-payee",
    () => approvePayee(system, school, { by: "two@x.example", details: "1" }),
  ],
  ["school.approve-receipts", () => approveReceipts(system, school, "Pat Sample, CFO")],
  ["school.deactivate", () => setActive(system, school, false)],
  ["school.activate", () => setActive(system, school, true)],
  ["donation.retry", () => retryDonation(system, donation)],
  ["sweep.run", () => sweepNow(system)],
  ["donation.hold", () => holdDonation(system, donation, "a doubt")],
  ["delivery.replay", () => replayEvent(bank.scope, event)],
  ["delivery.replay-range", () => startReplay(bank.scope, everything)],
  ["email.retry", () => retryEmail(system, email)],
  ["secret.rotate", () => reencryptSecrets(system)],
  ["signing-key.rotate", () => rotateSigningKey(system)],
  ["bank.suspend", () => changeBankStatus(system, bank.bankId, "suspend", null)],
];

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

const entries = (action: string) => db().auditEntry.count({ where: { action } });

it.each(ACTIONS)("%s", async (action, act) => {
  const before = await contents();
  await pool().query(
    "alter table audit_entry add constraint refused check (actor is null) not valid",
  );
  await expect(act()).rejects.toThrow();
  await pool().query("alter table audit_entry drop constraint refused");
  expect(await contents()).toEqual(before);

  await act();
  expect(await entries(action)).toBeGreaterThan(0);
  const { audit_entry: _, ...others } = await contents();
  expect(others).not.toEqual(before);
});
