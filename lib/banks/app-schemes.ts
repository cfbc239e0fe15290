/**
 * The schemes of a bank's own apps, such as `examplebank:`. Besides https, only these are allowed in URLs
 * that return to the app.
 */
import type { Violation } from "../errors.ts";
import { appSchemeOf } from "../fields.ts";

/** What a bank has registered. */
export type RegisteredAddresses = { redirectUris: string[]; appSchemes: string[] };

/** Whether a URL may return to this bank's app. Registering a redirect URI registers its scheme, too. */
export function hasAllowedScheme(
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
