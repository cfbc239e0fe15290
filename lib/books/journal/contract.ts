/** The journal: what was posted, as entries for a side's own general ledger. */
import { z } from "zod";
import { contract } from "../../contract.ts";
import { component, day, line } from "../../fields.ts";

const code = line({ min: 1, max: 60 });

export const journalAccounts = component(
  "JournalAccounts",
  [{ balance: "2150", gifts: "6400", cash: "1010", write_offs: "7900" }],
  {
    balance: code.describe("What your bank owes foundations, or what banks owe your foundation."),
    gifts: code.describe("What gifts cost your bank, or bring your foundation."),
    cash: code.describe("What was paid, returned, or paid back."),
    write_offs: code.describe("What foundations gave up."),
  },
);
export type JournalAccounts = z.infer<typeof journalAccounts>;

const range = z.object({
  from: day.describe("The first day, in your own time zone."),
  to: day.describe("The last day."),
  format: z.enum(["json", "csv"]).optional().describe("Instead of the `Accept` header."),
});
export type JournalRange = Pick<z.output<typeof range>, "from" | "to">;

const ofBank = { tag: "Statements (extension)", data: journalAccounts } as const;
const exported = {
  ...ofBank,
  query: range,
  alternative: "text/csv",
  description:
    "Send `Accept: text/csv`, or `format=csv`, for the entries: two lines per transfer, a debit and a credit, which always " +
    "balance. As JSON, the accounts that they are written with.",
} as const;
const changed = { ...ofBank, method: "PATCH", body: journalAccounts } as const;

export const getJournal = contract({
  ...exported,
  id: "getJournal",
  path: "/v1/journal",
  summary: "Export a journal for your bank's general ledger",
});
export const setJournalAccounts = contract({
  ...changed,
  id: "setJournalAccounts",
  path: "/v1/journal",
  summary: "Set the accounts of your bank's journal",
});
export const getSchoolJournal = contract({
  ...exported,
  auth: "school",
  action: "statements.read",
  id: "getSchoolJournal",
  path: "/v1/school/journal",
  summary: "Export a journal for the foundation's general ledger",
});
export const setSchoolJournalAccounts = contract({
  ...changed,
  auth: "school",
  action: "payments.record",
  id: "setSchoolJournalAccounts",
  path: "/v1/school/journal",
  summary: "Set the accounts of the foundation's journal",
});
