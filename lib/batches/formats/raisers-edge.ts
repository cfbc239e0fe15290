/**
 * Raiser's Edge NXT: a file of constituents, and one of their gifts. The columns are import fields of The Raiser's Edge as
 * Blackbaud's knowledge base names them (article 75280, "Headers", http://kb.blackbaud.com/articles/Article/75280). A
 * school can rename them, since a database can have its own import templates.
 */
import { importText } from "../../csv.ts";
import type { BatchSettings } from "../settings.ts";
import {
  creditsOf,
  type FileContext,
  type FileLine,
  fundCodeOf,
  giftDateOf,
  namesOf,
  type Party,
} from "./line.ts";

export const GIFT_COLUMNS = [
  "ImportID",
  "GFTAmt",
  "GFDate",
  "FundID",
  "GFType",
  "GiftID",
  "GFImpID",
  "GFAppeal",
  "GFPayMeth",
  "GFAttrCat",
  "GFAttrDesc",
] as const;

export const CONSTITUENT_COLUMNS = [
  "ConsID",
  "KeyInd",
  "FirstName",
  "LastName",
  "AddrLines",
  "AddrCity",
  "AddrState",
  "AddrZIP",
] as const;

/** The columns under the school's own names. */
export const renamed = (columns: readonly string[], { headers }: BatchSettings): string[] =>
  columns.map((name) =>
    Object.hasOwn(headers, name) ? importText(headers[name] as string) : name,
  );

/** `11/21/2026` */
const usDate = (date: string): string => {
  const [year, month, day] = date.split("-");
  return date && `${month}/${day}/${year}`;
};

/** The soft credit is an attribute: a gift's import has no field for it. */
export function giftRow({ gift, amount }: FileLine, { settings }: FileContext): string[] {
  const { hard, soft } = creditsOf(gift, settings);
  return [
    hard.number,
    amount,
    usDate(giftDateOf(gift, settings)),
    importText(fundCodeOf(gift, settings)),
    "Cash",
    gift.number,
    gift.number,
    importText(settings.appeal),
    importText(settings.paymentMethod),
    soft ? "Soft credit" : "",
    soft ? importText(`${soft.number} ${soft.name}`) : "",
  ];
}

/** Without an address until donors can share theirs. */
export function constituentRow(party: Party): string[] {
  const { first, last } = namesOf(party);
  return [party.number, party.kind === "person" ? "I" : "O", first, last, "", "", "", ""];
}
