/**
 * Salesforce's Nonprofit Success Pack: rows of `npsp__DataImport__c`. The columns are fields of that object in the public
 * repository SalesforceFoundation/NPSP, with the names of its import template.
 */
import { importText } from "../../csv.ts";
import {
  creditsOf,
  type FileContext,
  type FileLine,
  fundCodeOf,
  giftDateOf,
  namesOf,
} from "./line.ts";

export const NPSP_COLUMNS = [
  "Contact1_Firstname__c",
  "Contact1_Lastname__c",
  "Contact1_Personal_Email__c",
  "Donation_Amount__c",
  "Donation_Date__c",
  "Donation_Name__c",
  "Donation_Stage__c",
  "Donation_Record_Type_Name__c",
  "Payment_Method__c",
  "Payment_Paid__c",
  "Payment_Check_Reference_Number__c",
  "GAU_Allocation_1_GAU__c",
  "GAU_Allocation_1_Amount__c",
  "NPSP_Data_Import_Batch__c",
] as const;

export function npspRow({ gift, amount }: FileLine, { settings }: FileContext): string[] {
  const { hard } = creditsOf(gift, settings);
  const { first, last } = namesOf(hard);
  return [
    first,
    last,
    importText(hard.email),
    amount,
    giftDateOf(gift, settings),
    importText(`${gift.number} ${gift.fund.name}`),
    "Closed Won",
    "Donation",
    importText(settings.paymentMethod),
    "TRUE",
    gift.number,
    importText(fundCodeOf(gift, settings)),
    amount,
    importText(settings.importBatch),
  ];
}
