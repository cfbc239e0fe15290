/** The tax terms that a gift was given under. */
import { runForOne } from "../database/run.ts";
import { dollarsOrNull } from "../money.ts";
import type { Fund } from "../schools/contract.ts";
import { cardholderDonations, giftDeductibility, giftGoodFaithValue } from "./sql.ts";

/** Null if its designation matched no fund. */
export async function findGiftTerms(
  donationId: string,
): Promise<Pick<Fund, "deductibility" | "good_faith_value_usd"> | null> {
  const found = await runForOne(
    cardholderDonations
      .clearSelect()
      .select([giftDeductibility.as("deductibility"), giftGoodFaithValue.as("valueCents")])
      .where("d.id", "=", donationId),
  );
  if (!found?.deductibility) return null;
  const { deductibility, valueCents } = found;
  return {
    deductibility,
    good_faith_value_usd: dollarsOrNull(valueCents),
  };
}
