/** Where a receipt was mailed, told once on the page that follows: sealed, since addresses are private. */
import { decryptToken, encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";

type Sent = { donationId: string; to: string };

const SECONDS = 10 * 60;

/** The address of the page that tells it. */
export async function toldAt(sent: Sent): Promise<string> {
  const note = await encryptToken("receipt-sent", sent, SECONDS);
  return `/donations/${sent.donationId}?sent=${note}`;
}

/** Where the receipt of this donation was mailed; undefined where the address tells nothing of it. */
export async function sentTo(donationId: string, note: string | undefined) {
  const sent = note === undefined ? null : await decryptToken<Sent>("receipt-sent", note);
  return sent?.donationId === donationId ? sent.to : undefined;
}
