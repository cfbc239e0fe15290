/** Passes the address that a receipt was emailed to on to the next page, encrypted because addresses are private. */
import { decryptToken, encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";

type ResentReceipt = { donationId: string; to: string };

const SECONDS = 10 * 60;

/** The path of the page that confirms the email. */
export async function pathWithResent(sent: ResentReceipt): Promise<string> {
  const token = await encryptToken("receipt-sent", sent, SECONDS);
  return `/donations/${sent.donationId}?sent=${token}`;
}

/** The address that this donation's receipt was emailed to; undefined without a valid token. */
export async function readResentAddress(donationId: string, token: string | undefined) {
  const sent =
    token === undefined ? null : await decryptToken<ResentReceipt>("receipt-sent", token);
  return sent?.donationId === donationId ? sent.to : undefined;
}
