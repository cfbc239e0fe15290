/** Where a bank's customers may be sent back to, once the bank has registered any redirect URI. */
import type { Violation } from "../errors.ts";
import { hasAllowedScheme, type RegisteredAddresses } from "./app-schemes.ts";

/** Whether it is one of the registered ones, to the letter, or none are registered. */
export const isRegistered = (uri: string, registered: string[]): boolean =>
  registered.length === 0 || registered.includes(uri);

/** Whether a customer may be sent to it now: the bank may have changed what is registered. */
export function mayRedirectTo(uri: string, registered: RegisteredAddresses): boolean {
  return isRegistered(uri, registered.redirectUris) && hasAllowedScheme(uri, registered);
}

/** The violation of a redirect URI that is not registered. */
export function redirectObjections(
  uri: string | null | undefined,
  registered: string[],
): Violation[] {
  if (uri == null || isRegistered(uri, registered)) return [];
  const msg = "This redirect URI is not registered for this bank: ask the operator to add it";
  return [{ loc: ["body", "redirect_uri"], msg, type: "value_error" }];
}
