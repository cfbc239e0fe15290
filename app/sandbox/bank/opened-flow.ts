/** An opened flow, carried in the URL: encrypted, since its token allows giving. */
import { decryptToken, encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";
import type { DemoFlow } from "#lib/sandbox/bank-backend.ts";
import type { FlowChoice } from "#lib/sandbox/flow-choice.ts";

/** Longer than the token's lifetime, so that the outcome stays visible. */
const SECONDS = 60 * 60;

export type OpenedFlow = { flow: DemoFlow; choice: FlowChoice };

/** The path of the page that shows it. */
export async function pathOf(opened: OpenedFlow): Promise<string> {
  const session = await encryptToken("demo-flow", opened, SECONDS);
  return `/sandbox/bank?${new URLSearchParams({ session })}#app`;
}

/** The opened flow in the URL; null if expired or invalid. */
export const readOpened = (session: string) => decryptToken<OpenedFlow>("demo-flow", session);
