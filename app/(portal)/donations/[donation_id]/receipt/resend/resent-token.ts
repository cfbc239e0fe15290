/** Where a receipt was mailed, told once on the page that follows: sealed, since addresses are private. */
import { decryptToken, encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";

type Sent = { donationId: string; to: string };

const SECONDS = 10 * 60;

/** The address of the page that tells it. */
export async function pathWithResent(sent: Sent): Promise<string> {
  const token = await encryptToken("receipt-sent", sent, SECONDS);
  return `/donations/${sent.donationId}?sent=${token}`;
}

/** Where the receipt of this donation was mailed; undefined where the address tells nothing of it. */
export async function readResentAddress(donationId: string, token: string | undefined) {
  const sent = token === undefined ? null : await decryptToken<Sent>("receipt-sent", token);
  return sent?.donationId === donationId ? sent.to : undefined;
}
