/**
 * Where a bank's customers may be sent: besides https, only to schemes of its own apps, such as `examplebank:`; and once
 * it has registered any redirect URI, from an authorization only to those.
 */
import type { Violation } from "../errors.ts";
import { appSchemeOf } from "../fields.ts";

/** What a bank has registered. */
type RegisteredAddresses = { redirectUris: string[]; appSchemes: string[] };

/** Whether a URL may return to this bank's app. Registering a redirect URI registers its scheme, too. */
function hasAllowedScheme(
  address: string,
  { redirectUris, appSchemes }: RegisteredAddresses,
): boolean {
  const scheme = appSchemeOf(address);
  if (scheme === null || appSchemes.includes(scheme)) return true;
  return redirectUris.some((uri) => appSchemeOf(uri) === scheme);
}

/**
 * The violations of URLs that return to a bank's app.
 * @param addresses by field of the body; validated as `redirectAddress` before
 */
export function schemeObjections(
  addresses: Record<string, string | null | undefined>,
  registered: RegisteredAddresses,
): Violation[] {
  return Object.entries(addresses).flatMap(([field, address]) => {
    if (address == null || hasAllowedScheme(address, registered)) return [];
    const scheme = appSchemeOf(address);
    const msg = `The scheme ${scheme} isn't registered for this bank. Ask the operator to add it`;
    return [{ loc: ["body", field], msg, type: "url_parsing" }];
  });
}

/** Whether it is one of the registered ones, to the letter, or none are registered. */
const isRegistered = (uri: string, registered: string[]): boolean =>
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
