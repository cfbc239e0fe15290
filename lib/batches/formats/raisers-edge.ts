/**
 * Raiser's Edge NXT: a file of constituents, and one of their gifts, which name them by the same import ID. A
 * school can rename the columns, since a database can have its own import templates. docs/batches.md has the
 * source of each.
 */
import { importText } from "../../csv.ts";
import { fitRow, type ImportColumns, withRemark } from "./fit.ts";
import { creditsOf, type FileRow, fundCodeOf, type Party } from "./line.ts";
import { addressOf, namesOf } from "./names.ts";

const [ID, CODE, REFERENCE] = [20, 100, 255];
const NO_RECEIPT = "Do Not Receipt";

/** `11/21/2026` */
const usDate = (date: string): string => {
  const [year, month, day] = date.split("-");
  return `${month}/${day}/${year}`;
};

export const CONSTITUENT_COLUMNS: ImportColumns<Party> = {
  ImportID: { max: ID, value: ({ number }) => number },
  ConsID: { max: ID, value: ({ number }) => number },
  KeyInd: { max: 1, value: ({ kind }) => (kind === "person" ? "I" : "O") },
  FirstName: { max: 50, shortens: true, value: (party) => namesOf(party).first },
  LastName: { max: 100, shortens: true, value: (party) => namesOf(party).last },
  AddrLines: { max: 150, shortens: true, value: (party) => addressOf(party.postalAddress).street },
  AddrCity: { max: 50, shortens: true, value: (party) => addressOf(party.postalAddress).city },
  AddrState: { max: 50, value: (party) => addressOf(party.postalAddress).state },
  AddrZIP: { max: 12, value: (party) => addressOf(party.postalAddress).zip },
  PhoneNum: { max: CODE, value: ({ email }) => importText(email) },
  PhoneType: { max: CODE, value: ({ email }) => (email && email.length <= CODE ? "Email" : "") },
};

/** What the file of constituents couldn't take of those who are credited with a gift. */
export const cutOfConstituents = (row: FileRow): string[] =>
  Object.values(creditsOf(row)).flatMap((one) => (one ? fitRow(CONSTITUENT_COLUMNS, one).cut : []));

const referenceOf = (row: FileRow, cut: string[]) =>
  withRemark(importText(row.gift.message ?? ""), [...cut, ...cutOfConstituents(row)], REFERENCE);

export const GIFT_COLUMNS: ImportColumns<FileRow> = {
  ImportID: { max: ID, value: (row) => creditsOf(row).hard.number },
  GFTAmt: { max: ID, value: ({ amount }) => amount },
  GFDate: { max: ID, value: ({ gift }) => usDate(gift.date) },
  FundID: { max: CODE, value: (row) => importText(fundCodeOf(row)) },
  GFType: { max: CODE, value: () => "Cash" },
  GiftID: { max: ID, value: ({ gift }) => gift.number },
  GFImpID: { max: ID, value: ({ gift }) => gift.number },
  GFAppeal: { max: CODE, value: ({ settings }) => importText(settings.appeal) },
  GFPayMeth: { max: CODE, value: ({ settings }) => importText(settings.paymentMethod) },
  GFAnon: { max: ID, value: ({ hasGiver, gift }) => (hasGiver && !gift.donor ? "Yes" : "No") },
  GFRef: { max: REFERENCE, shortens: true, value: referenceOf },
  GFPostStatus: { max: ID, value: () => "Not Posted" },
  // Ours goes to whoever gave.
  GFReceiptStatus: { max: ID, value: (row) => (row.hasGiver ? NO_RECEIPT : "Not Receipted") },
  SoftCredRecip: { max: ID, value: (row) => creditsOf(row).soft?.number ?? "" },
  SoftCredAmt: { max: ID, value: (row) => (creditsOf(row).soft ? row.amount : "") },
  GFAttrCat: { max: CODE, value: ({ benefits }) => (benefits ? "Benefit value" : "") },
  GFAttrDesc: { max: CODE, value: ({ benefits }) => benefits },
};
