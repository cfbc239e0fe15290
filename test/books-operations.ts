/** Statements and payments, and valid requests of their operations. */
import { randomUUID } from "node:crypto";
import { closeStatements } from "#lib/books/statements/close.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import { settle } from "#lib/settlement/settle.ts";
import { beginPush, type PushedDonation } from "#lib/settlement/sql.ts";
import type { CallOptions } from "./api.ts";
import {
  type Bank,
  donationBody,
  donationRequestOf,
  makeBank,
  makeSchool,
  system,
} from "./factories.ts";
import type { SchoolMember } from "./staff.ts";

/** A completed gift. @returns its ID */
export async function giveTo(bank: Bank, schoolId: string, dollars = 25): Promise<string> {
  const body = donationRequestOf(donationBody(schoolId, { dollar_amount: dollars }));
  const { donation_id: id } = await requestDonation(bank.scope, body);
  // Whatever platform the school has.
  const pushed = (await beginPush({ id, generation: 0 })) as PushedDonation;
  const credit = { platformCreditId: randomUUID(), platformStatus: "posted" };
  await settle({ ...pushed, receiptTo: null, emailTo: null }, { status: "completed", ...credit });
  return id;
}

/** A closed statement with a gift to a school on the stub platform. @returns its ID */
export async function makeStatement(bank: Bank, schoolId: string): Promise<string> {
  await giveTo(bank, schoolId);
  const [closed] = await closeStatements(system, bank.bankId, "now");
  return closed?.statementId as string;
}

const payment = () => ({
  payment_ref: randomUUID(),
  amount_usd: 25,
  value_date: "2026-11-09",
  wire_reference: randomUUID(),
});

const DAYS = { query: { from: "2026-11-01", to: "2026-11-30" } };
const ACCOUNTS = { body: { balance: "2150", gifts: "6400", cash: "1010", write_offs: "7900" } };

export const BANK_BOOK_REQUESTS: Record<string, (bank: Bank) => Promise<CallOptions>> = {
  getJournal: async () => DAYS,
  setJournalAccounts: async () => ACCOUNTS,
  listStatements: async (bank) => {
    await makeStatement(bank, await makeSchool());
    return {};
  },
  getBankStatement: async (bank) => ({
    params: { statement_id: await makeStatement(bank, await makeSchool()) },
  }),
  recordSentPayment: async (bank) => {
    const school = await makeSchool();
    await giveTo(bank, school);
    return { body: { ...payment(), school_id: school } };
  },
};

export const SCHOOL_BOOK_REQUESTS: Record<string, (member: SchoolMember) => Promise<CallOptions>> =
  {
    getSchoolJournal: async () => DAYS,
    setSchoolJournalAccounts: async () => ACCOUNTS,
    listRemittances: async ({ scope }) => {
      await makeStatement(await makeBank(), scope.schoolId);
      return {};
    },
    getRemittance: async ({ scope }) => ({
      params: { statement_id: await makeStatement(await makeBank(), scope.schoolId) },
    }),
    recordSchoolPayment: async ({ scope }) => {
      const bank = await makeBank();
      await makeStatement(bank, scope.schoolId);
      return { body: { ...payment(), bank_id: bank.bankId } };
    },
  };
