/**
 * The audit log has who acted, on whose things, and which things. Every operation and every page's form declares what it
 * records here; admin/audited.test.ts does the same for commands. Every file is recorded by what makes files.
 */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { projectRoot } from "#installation/project-root.ts";
import { nameOfActor } from "#lib/auth/actors.ts";
import type { AuditAction } from "#lib/auth/audit-actions.ts";
import { closeBatch, recordDecisions } from "#lib/batches/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { giftNumberOf } from "#lib/donations/gift-number.ts";
import { env } from "#lib/env.ts";
import { listAuditLog } from "#lib/staff/audit-log.ts";
import { forms as allForms } from "../../generated/forms.ts";
import { call, send } from "../api.ts";
import { fillBatch, makeBatchSchool } from "../batches.ts";
import { makeStatement } from "../books-operations.ts";
import { makeBank } from "../factories.ts";
import { bankOperations, makeComparison, operation, schoolOperations } from "../operations.ts";
import { jar, signInBrowser } from "../portal-session.ts";
import { makeMember, makeSchoolMember } from "../staff.ts";

/** What a bank's and a school's operations record, or why they record nothing. */
const OPERATIONS: Record<string, AuditAction | `nothing: ${string}`> = {
  linkAccount: "nothing: the account and its event are the record, made by the bank alone",
  changeAccount: "account.change",
  unlinkAccount: "account.unlink",
  closeSandboxStatement: "nothing: without gifts there is nothing to close",
  advanceSandboxDonation: "nothing: only the sandbox has it, and it only hurries",
  createComparison: "comparison.create",
  requestCorrection: "correction.request",
  requestDonation: "nothing: the gift is the record, with the key that sent it",
  holdDonation: "donation.hold",
  releaseDonation: "donation.release",
  createEmbedToken: "nothing: the session is the record",
  addWebhookEndpoint: "webhook.add",
  changeWebhookEndpoint: "webhook.change",
  deleteWebhookEndpoint: "webhook.delete",
  recordPointsReturned: "correction.points-returned",
  recordSchoolPayment: "payment.record",
  recordSentPayment: "payment.record",
  setJournalAccounts: "journal.change",
  setSchoolJournalAccounts: "journal.change",
  rotateWebhookSecret: "webhook.rotate-secret",
  startCertification: "certification.start",
  testWebhookEndpoint: "nothing: the event is the record",
  replayEvent: "delivery.replay",
  replayEvents: "delivery.replay-range",
  createSchoolFund: "fund.create",
  changeSchoolFund: "fund.change",
  closeSchoolBatch: "batch.close",
  confirmGifts: "gifts.confirm",
};

const changing = [...bankOperations, ...schoolOperations].filter(
  ({ contract }) => contract.method !== "GET",
);

describe("an operation that changes something", () => {
  it("says what it records", () => {
    expect(changing.map(({ contract }) => contract.id).sort()).toEqual(
      Object.keys(OPERATIONS).sort(),
    );
  });

  it.each(
    changing.map((one) => [one.contract.id, OPERATIONS[one.contract.id] ?? "", one] as const),
  )("%s records %s in its caller's log", async (_, action, { contract, handler, good }) => {
    const bank = await makeBank();
    const member = await makeSchoolMember();
    const isBank = contract.auth === "key";
    const by = isBank ? { key: bank.key } : { token: member.token };
    const request = await (good as (caller: unknown) => Promise<object>)(isBank ? bank : member);
    const tenant = isBank ? `bank:${bank.bankId}` : member.scope.tenant;
    await db().auditEntry.deleteMany({ where: { tenant } });
    expect((await call({ contract, handler }, { ...request, ...by })).status).toBeLessThan(300);
    const entries = await db().auditEntry.findMany({ where: { tenant } });
    const actor = nameOfActor((isBank ? bank : member).scope.actor);
    const expected = action.startsWith("nothing") ? [] : [{ action, actor }];
    expect(entries.map((entry) => ({ action: entry.action, actor: entry.actor }))).toEqual(
      expected,
    );
  });
});

/** What each form of a team's pages records. */
const FORMS: Record<string, AuditAction | `nothing: ${string}`> = {
  "bank/payments/record": "payment.record",
  "school/payments/record": "payment.record",
  "school/payments/[payment_id]/approve": "payment.approve",
  "school/payments/[payment_id]/return": "payment.return",
  "*/team/[membership_id]/remove": "team.remove",
  "*/team/[membership_id]/role": "team.change-role",
  "*/team/invite": "team.invite",
  "*/team/revoke": "team.revoke-invitation",
  "bank/keys/[key_id]/release": "key.release",
  "bank/keys/[key_id]/revoke": "key.revoke",
  "bank/keys/[key_id]/roll": "key.issue",
  "bank/keys/create": "key.issue",
  "bank/embed/change": "bank.update",
  "bank/programs/approval": "authorization.set",
  "bank/programs/corrections": "bank.update",
  "bank/programs/limits": "bank.update",
  "bank/programs/program": "program.set",
  "bank/programs/remove": "authorization.remove",
  "bank/programs/rotate": "authorization.rotate-secret",
  "bank/programs/test": "nothing: it only asks the bank",
  "bank/webhooks/[endpoint_id]/change": "webhook.change",
  "bank/webhooks/[endpoint_id]/delete": "webhook.delete",
  "bank/webhooks/[endpoint_id]/recover": "delivery.replay-range",
  "bank/webhooks/[endpoint_id]/rotate": "webhook.rotate-secret",
  "bank/webhooks/[endpoint_id]/status": "webhook.change",
  "bank/webhooks/[endpoint_id]/test": "nothing: the event is the record",
  "bank/webhooks/add": "webhook.add",
  "bank/webhooks/events/[event_id]/replay": "delivery.replay",
  "bank/donations/[donation_id]/advance": "nothing: it only hurries, and only in the sandbox",
  "bank/donations/[donation_id]/approve": "correction.approve",
  "bank/donations/[donation_id]/correct/submit": "correction.request",
  "bank/donations/[donation_id]/decline": "correction.refuse",
  "operator/corrections/approve": "correction.approve",
  "operator/corrections/decline": "correction.refuse",
  "school/gifts/[gift]/agree": "correction.agree",
  "school/gifts/[gift]/disagree": "correction.refuse",
  "bank/comparisons/compare/[token]": "comparison.create",
  "bank/cases/[case_id]/answer": "case.answer",
  "operator/cases/[case_id]/answer": "case.answer",
  "school/gifts/[gift]/answer": "case.answer",
  "bank/customers/[service_user_id]/email": "account.change",
  "bank/customers/[service_user_id]/unlink": "account.unlink",
  "bank/donations/[donation_id]/hold": "donation.hold",
  "bank/donations/[donation_id]/release": "donation.release",
  "operator/schools/consent": "school.consent",
  "operator/schools/payee": "school.payee",
  "school/donors/mark": "acknowledgments.change",
  "school/donors/unmark": "acknowledgments.change",
  "school/settings/appearance": "school.appearance",
  "school/settings/columns": "batch-settings.change",
  "school/settings/credits": "batch-settings.change",
  "school/settings/fiscal-year": "batch-settings.change",
  "school/settings/mark": "school.mark",
  "school/settings/remove-mark": "school.mark",
  "school/settings/schedule": "batch-settings.change",
  "school/batches/[batch_id]/close": "batch.close",
  "school/batches/[batch_id]/confirm": "gifts.confirm",
  "school/gifts/confirm/check/[token]": "nothing: it only checks what was uploaded",
  "school/funds/[fund_id]/change": "fund.change",
  "school/funds/[fund_id]/retire": "fund.change",
  "school/funds/create/submit": "fund.create",
  "school/gifts/[gift]/confirm": "gifts.confirm",
  "school/gifts/confirm/submit": "gifts.confirm",
  "school/gifts/[gift]/correct": "gift.correct",
  "school/gifts/[gift]/refuse": "gifts.confirm",
  "school/gifts/views/remove": "gift-view.remove",
  "school/gifts/views/save": "gift-view.save",
  "school/platform/key": "platform.key",
  "school/platform/test": "platform.test",
  "school/reports/email": "nothing: only which emails they get",
  "school/receipts/approve": "school.approve-receipts",
  "school/receipts/change": "school.receipts",
  "school/service-keys/[service_key_id]/revoke": "service-key.revoke",
  "school/service-keys/create": "service-key.create",
};

const STAFF = path.join(projectRoot, "app", "(portal)", "(staff)");
type Module = Record<
  string,
  ((request: Request, context: object) => Promise<Response>) | undefined
>;
const routes = await Promise.all(
  globSync("**/route.ts", { cwd: STAFF })
    .sort()
    .map(async (file) => ({
      address: path.dirname(file),
      module: (await import(path.join(STAFF, file))) as Module,
    })),
);

it("every form of a team's pages says what it records", () => {
  expect(routes.filter(({ module }) => module.POST)).toEqual([]);
  const ofTeams = /^\/(?=(school|bank|operator)\/)/;
  const forms = allForms.map(({ path }) => path).filter((address) => ofTeams.test(address));
  const names = forms
    .map((address) => address.slice(1))
    .map((address) => address.replace(/^\w+(?=\/team\/)/, "*"));
  expect([...new Set(names)].sort()).toEqual(Object.keys(FORMS).sort());
});

it("no file of a team's is made by anything but `staffFile`, which records it", () => {
  const files = routes.filter(({ module }) => module.GET);
  for (const { address } of files) {
    const source = readFileSync(path.join(STAFF, address, "route.ts"), "utf8");
    expect(source, address).toMatch(/staffFile|auditLogExport|journalExport|statementFiles/);
  }
});

describe("a file that someone gets is in the log of whose things it has", () => {
  beforeEach(() => jar.clear());

  const downloads = (tenant: string) =>
    db().auditEntry.findMany({
      where: { tenant, action: { in: ["file.download", "audit-log.export"] } },
    });

  it.each(routes.filter(({ module }) => module.GET).map((one) => [one.address, one] as const))(
    "GET /%s",
    async (address, { module }) => {
      const kind = address.split("/")[0] as "school" | "bank" | "operator";
      const school = await makeBatchSchool();
      const { batchId } = await fillBatch(school);
      await closeBatch(school.scope, batchId);
      const statementId = await makeStatement(school.bank, school.schoolId);
      const tenants = {
        school: { kind: "school", schoolId: school.schoolId },
        bank: { kind: "bank", bankId: school.bank.bankId },
        operator: { kind: "operator" },
      } as const;
      const { comparisonId } = await makeComparison(school.bank);
      const { scope, cardholderId } = await makeMember(tenants[kind], "admin");
      await signInBrowser({ cardholderId, familyId: scope.familyId });
      const query: Record<string, string> = address.endsWith("/file") ? { format: "csv" } : {};
      const url = `${env().publicBaseUrl}/${address}?${new URLSearchParams(query)}`;
      const request = new Request(url);
      const params = Promise.resolve({
        ...{ batch_id: batchId, statement_id: statementId, comparison_id: comparisonId },
      });
      const answer = await module.GET?.(request, { params });
      expect(answer?.status).toBe(200);
      await answer?.arrayBuffer();
      const own = (await downloads(scope.tenant)).filter(
        ({ actor }) => actor === nameOfActor(scope.actor),
      );
      expect(own).toHaveLength(1);
      if (own[0]?.action !== "file.download") return;
      const [, name] =
        /filename="(.+)"/.exec(answer?.headers.get("content-disposition") ?? "") ?? [];
      expect(own[0]).toMatchObject({ subject: name, details: query });
    },
  );

  it("is so for the API's files, of a bank's key and of a school's member or program", async () => {
    const { bank, schoolId } = await makeBatchSchool();
    const date = new Date().toISOString().slice(0, 10);
    const csv = { headers: { Accept: "text/csv" } };
    const asked = { key: bank.key, query: { date, format: "csv" }, ...csv };
    await (await send(operation("getReconciliation"), asked)).text();
    expect(await downloads(`bank:${bank.bankId}`)).toMatchObject([
      { actor: nameOfActor(bank.scope.actor) },
    ]);
    expect(schoolId).toBeTruthy();
    const member = await makeSchoolMember();
    const query = { format: "csv", donor: "pat" };
    await (await send(operation("listSchoolGifts"), { token: member.token, query, ...csv })).text();
    expect(await downloads(member.scope.tenant)).toMatchObject([
      { actor: nameOfActor(member.scope.actor), details: { donor: "pat" } },
    ]);
  });
});

describe("a decision about gifts", () => {
  it("names each gift, in entries of at most 1,000", async () => {
    const school = await makeBatchSchool();
    const { ids, batchId } = await fillBatch(school, 2);
    await closeBatch(school.scope, batchId);
    const [confirmed = "", refused = ""] = ids;
    await recordDecisions(school.scope, [
      { id: confirmed, confirmationNumber: "N-1", refusalReason: null },
      { id: refused, confirmationNumber: null, refusalReason: "A reason" },
    ]);
    const where = { tenant: school.scope.tenant, action: "gifts.confirm" };
    const entries = await db().auditEntry.findMany({ where, orderBy: { id: "asc" } });
    expect(entries.map(({ details }) => details)).toEqual([
      { confirmed: [giftNumberOf(confirmed)] },
      { refused: [giftNumberOf(refused)] },
    ]);
  });

  it("a batch is named as its page names it", async () => {
    const school = await makeBatchSchool();
    const { batchId } = await fillBatch(school);
    await closeBatch(school.scope, batchId);
    const { items } = await listAuditLog(school.scope, { limit: 5 });
    expect(items.find(({ action }) => action === "batch.close")?.about).toBe("Batch 1");
  });
});
