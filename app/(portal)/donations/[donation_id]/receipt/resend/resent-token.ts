/** The address a receipt was emailed to, passed to the next page in an encrypted token: addresses are private. */
import { decryptToken, encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";

type Sent = { donationId: string; to: string };

const SECONDS = 10 * 60;

/** The path of the page that shows it. */
export async function pathWithResent(sent: Sent): Promise<string> {
  const token = await encryptToken("receipt-sent", sent, SECONDS);
  return `/donations/${sent.donationId}?sent=${token}`;
}

/** The address this donation's receipt was emailed to; undefined without a valid token. */
export async function readResentAddress(donationId: string, token: string | undefined) {
  const sent = token === undefined ? null : await decryptToken<Sent>("receipt-sent", token);
  return sent?.donationId === donationId ? sent.to : undefined;
}
