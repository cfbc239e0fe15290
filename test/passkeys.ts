/** Cardholders with passkeys. Separate from sign-in.ts, since the authenticator's library takes long to load. */
import { addPasskey, beginPasskey, setupPrompt } from "#lib/cardholders/mfa/mutations.ts";
import { Authenticator } from "./authenticator.ts";
import type { Cardholder } from "./factories.ts";
import { PASSWORD, rereadSession } from "./sign-in.ts";

/** Adds a passkey. */
export async function enrollPasskey(person: Cardholder, authenticator = new Authenticator()) {
  const begun = await beginPasskey(person.scope, PASSWORD);
  if (typeof begun === "string") throw new Error(begun);
  const { setup } = begun;
  const prompt = await setupPrompt(person.scope, setup);
  if (!prompt) throw new Error("the setup was rejected");
  const { options, challenge } = prompt;
  const answer = { challenge, response: authenticator.create(options) };
  const recoveryCodes = await addPasskey(person.scope, setup, { name: "Key", ...answer });
  if (typeof recoveryCodes === "string") throw new Error(recoveryCodes);
  await rereadSession(person);
  return { authenticator, recoveryCodes, setup, answer };
}
