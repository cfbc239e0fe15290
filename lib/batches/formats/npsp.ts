/**
 * Salesforce's Nonprofit Success Pack: rows of `npsp__DataImport__c`. docs/batches.md has the source of each
 * column, and metadata/npsp.json the facts that the files are checked against.
 */
import { importText } from "../../csv.ts";
import { type ImportColumns, withRemark } from "./fit.ts";
import { bankOf, creditsOf, type FileRow, fundCodeOf, giftDateOf, personOf } from "./line.ts";
import { addressOf, namesOf } from "./names.ts";

/** What most fields take, and an opportunity's description. */
const [TEXT, NOTE] = [255, 32_000];

/** A custom object's ID, with or without the characters that make it safe to compare without case. */
const SALESFORCE_ID = /^a[a-z\d]{14}([A-Z0-5]{3})?$/i;
const idOrNothing = (text: string) => (SALESFORCE_ID.test(text) ? text : "");

/** The person, with the hard or the soft credit; null if only the bank is known. */
const person = ({ gift, postalAddress }: FileRow) => personOf(gift, postalAddress);
const isBanks = (row: FileRow) => creditsOf(row).hard.kind === "organization";

/** The bank, only if it has the hard credit: NPSP would take any other for the donor's employer. */
const bank = (row: FileRow) => (isBanks(row) ? bankOf(row.gift) : null);

const bankName = (row: FileRow) => importText(bank(row)?.name ?? "");

const names = (row: FileRow) => {
  const donor = person(row);
  return donor ? namesOf(donor) : { first: "", last: "" };
};

const address = ({ postalAddress }: FileRow) => addressOf(postalAddress);

const GAU = "GAU_Allocation_1_GAU__c";

/** The fund by its Salesforce ID. A school whose import looks it up by something else has given the column a name. */
function gauOf(row: FileRow): string {
  const code = importText(fundCodeOf(row));
  return Object.hasOwn(row.settings.headers, GAU) ? code : idOrNothing(code);
}

/** The message, the bank's soft credit, which NPSP's import has no field for, and a remark. */
function descriptionOf(row: FileRow, cut: string[]): string {
  const { number, name } = row.gift.bank;
  const credit = person(row) && !isBanks(row) ? `Soft credit: ${number} ${name}` : "";
  const texts = [row.gift.message ?? "", credit].map(importText).filter(Boolean);
  return withRemark(texts.join(" | "), cut, NOTE);
}

const titleOf = ({ gift }: FileRow) => importText(`${gift.number} ${gift.fund.name}`);

export const NPSP_COLUMNS: ImportColumns<FileRow> = {
  Contact1_Firstname__c: { max: 40, shortens: true, value: (row) => names(row).first },
  Contact1_Lastname__c: { max: 80, shortens: true, value: (row) => names(row).last },
  Contact1_Personal_Email__c: { max: 80, value: (row) => importText(person(row)?.email ?? "") },
  Contact1_Donor_Number__c: { max: 20, value: (row) => person(row)?.number ?? "" },
  Home_Street__c: { max: TEXT, shortens: true, value: (row) => address(row).street },
  Home_City__c: { max: 40, shortens: true, value: (row) => address(row).city },
  Home_State_Province__c: { max: 80, value: (row) => address(row).state },
  Home_Zip_Postal_Code__c: { max: 20, value: (row) => address(row).zip },
  Account1_Name__c: { max: TEXT, shortens: true, value: bankName },
  Account1_Donor_Number__c: { max: 20, value: (row) => bank(row)?.number ?? "" },
  Donation_Donor__c: { max: TEXT, value: (row) => (bank(row) ? "Account1" : "Contact1") },
  Donation_Amount__c: { max: TEXT, value: ({ amount }) => amount },
  Donation_Date__c: { max: TEXT, value: giftDateOf },
  Donation_Name__c: { max: 120, shortens: true, value: titleOf },
  Donation_Stage__c: { max: TEXT, value: () => "Closed Won" },
  Donation_Record_Type_Name__c: { max: TEXT, value: () => "Donation" },
  Donation_Description__c: { max: NOTE, shortens: true, value: descriptionOf },
  Payment_Method__c: { max: TEXT, value: ({ settings }) => importText(settings.paymentMethod) },
  Payment_Paid__c: { max: TEXT, value: () => "True" },
  Payment_Check_Reference_Number__c: { max: TEXT, value: ({ gift }) => gift.number },
  Opportunity_Contact_Role_1_Role__c: {
    max: TEXT,
    value: (row) => (person(row) && isBanks(row) ? "Soft Credit" : ""),
  },
  [GAU]: { max: TEXT, value: gauOf },
  GAU_Allocation_1_Amount__c: { max: TEXT, value: (row) => (gauOf(row) ? row.amount : "") },
  NPSP_Data_Import_Batch__c: { max: TEXT, value: (row) => idOrNothing(row.settings.importBatch) },
};
