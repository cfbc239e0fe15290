import type { SchoolFund } from "#lib/schools/funds/contract.ts";

/** The tax classes of funds, in words. */
export const TAX_CLASSES: Record<SchoolFund["deductibility"], { name: string; meaning: string }> = {
  full: { name: "Deductible in full", meaning: "The donor gets nothing in return." },
  quid_pro_quo: {
    name: "Includes benefits",
    meaning: "The donor may deduct what exceeds the value of the benefits.",
  },
  none: { name: "Not deductible", meaning: "The gift includes the right to buy seats." },
};
