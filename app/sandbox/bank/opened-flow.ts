/** A flow that was opened, carried in the address: sealed, since whoever holds its token may give. */
import { decryptToken, encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";
import type { DemoFlow } from "#lib/sandbox/bank-backend.ts";
import type { FlowChoice } from "#lib/sandbox/flow-choice.ts";

/** Longer than the token lives, so that what became of it can still be seen. */
const SECONDS = 60 * 60;

export type OpenedFlow = { flow: DemoFlow; choice: FlowChoice };

/** The address of the page that shows it. */
export async function pathOf(opened: OpenedFlow): Promise<string> {
  const session = await encryptToken("demo-flow", opened, SECONDS);
  return `/sandbox/bank?${new URLSearchParams({ session })}#app`;
}

/** What an address holds; null where it is too old, or none of ours. */
export const readOpened = (session: string) => decryptToken<OpenedFlow>("demo-flow", session);
