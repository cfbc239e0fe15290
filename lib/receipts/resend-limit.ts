/** Limits how often a cardholder can have receipts emailed to addresses that may be someone else's. */
import { AttemptLimiter, tooManyAttempts } from "../auth/limits/attempt-limiter.ts";
import { FOREIGN_RESENDS_A_DAY } from "./contract.ts";

const resends = new AttemptLimiter({
  name: "receipt-resend",
  points: FOREIGN_RESENDS_A_DAY,
  seconds: 86_400,
});

/** Counts a resend to such an address. @throws ServiceError RATE_LIMITED */
export async function countForeignResend(cardholderId: string): Promise<void> {
  const refusal = await resends.consume(cardholderId);
  if (refusal) throw tooManyAttempts(refusal);
}
