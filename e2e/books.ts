/** A bank and a foundation with closed books: gifts that the service itself has settled. */
import { randomUUID } from "node:crypto";
import { expect } from "playwright/test";
import { createBankClient } from "../packages/client/index.ts";
import { recordSecrets } from "../test/logs.ts";
import { makeTeamBank, operate } from "./staff.ts";

/** A school whose foundation no other test works for. */
const SCHOOL = "texas-tech";

/** A bank with a statement of these gifts. @returns both teams, and the gifts' IDs */
export async function makeBooks(bankName: string, dollars: number[]) {
  const bank = await makeTeamBank(bankName);
  const bankId = bank.bank_id as string;
  const { api_key: apiKey } = await operate("key", "issue", "--bank", bankId);
  recordSecrets([apiKey]);
  const client = createBankClient({ baseUrl: `http://localhost:${process.env.E2E_PORT}`, apiKey });
  const ids = [];
  for (const amount of dollars) {
    const body = {
      bank_transaction_ref: `books-${randomUUID()}`,
      dollar_amount: amount,
      points_redeemed: amount * 100,
      points_per_dollar: 100,
      school_id: SCHOOL,
      fund_designation: "annual-fund",
    };
    ids.push((await client.POST("/v1/donations/request", { body })).data.donation_id);
  }
  for (const donation_id of ids) {
    const params = { path: { donation_id } };
    const one = () => client.GET("/v1/donations/{donation_id}", { params });
    await expect.poll(async () => (await one()).data.status).toBe("completed");
  }
  await operate("statement", "close", "--bank", bankId, "--now");
  return { bank, bankId, school: { kind: "school", school_id: SCHOOL } as const, ids };
}
