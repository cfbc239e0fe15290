/**
 * Where a bank's customers may be redirected: to https, and to schemes of the bank's own apps, such as `examplebank:`.
 * Once a bank has registered a redirect URI, an authorization redirects only to registered ones.
 */
import type { Violation } from "../errors.ts";
import { text } from "../fields.ts";
import { hasControlCharacters, hasExplicitHost } from "../text.ts";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * True for an absolute URL that a person may be redirected to: https, http on loopback, or a custom app
 * scheme (`examplebank:`). The bank must also have registered a custom scheme, since no list of dangerous
 * schemes is ever complete.
 */
export function isRedirectUrl(address: string): boolean {
  if (!URL.canParse(address) || /\s/.test(address) || hasControlCharacters(address)) return false;
  if (!hasExplicitHost(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (protocol === "https:") return hostname !== "";
  if (protocol === "http:") return LOOPBACK.test(hostname);
  return isAppScheme(protocol.slice(0, -1));
}

/** The URL's custom app scheme; null for https and http. */
export function appSchemeOf(address: string): string | null {
  const { protocol } = new URL(address);
  return /^https?:$/.test(protocol) ? null : protocol.slice(0, -1);
}

/** Schemes with a standard meaning, which no app can register. */
const RESERVED_SCHEMES =
  /^(https?|javascript|data|vbscript|file|blob|about|filesystem|view-source|wss?|ftps?|intent|mailto|tel|sms)$/;

/** True for a scheme that an app may register. */
export function isAppScheme(scheme: string): boolean {
  return /^[a-z][a-z0-9+.-]{1,62}$/.test(scheme) && !RESERVED_SCHEMES.test(scheme);
}

/** True for an origin, such as https://app.bank.example, that may frame the donation flow. */
export const isOrigin = (address: string): boolean =>
  URL.canParse(address) && new URL(address).origin === address;

/** True for a URL that a bank may register for consent. */
export const isRedirectUri = (address: string): boolean =>
  isRedirectUrl(address) && !address.includes("#");

export const redirectUrl = text({ min: 1, max: 2048 }).check((context) => {
  if (!isRedirectUrl(context.value)) {
    context.issues.push({
      code: "invalid_format",
      format: "url",
      input: context.value,
      continue: true,
    });
  }
});

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
 * @param addresses by field of the body; already validated as `redirectUrl`
 */
export function schemeViolations(
  addresses: Record<string, string | null | undefined>,
  registered: RegisteredAddresses,
): Violation[] {
  return Object.entries(addresses).flatMap(([field, address]) => {
    if (address == null || hasAllowedScheme(address, registered)) return [];
    const scheme = appSchemeOf(address);
    const msg = `The scheme ${scheme} isn't registered for this bank. Add it under Embed`;
    return [{ loc: ["body", field], msg, type: "url_parsing" }];
  });
}

/** Exact match, unless none are registered. */
const isRegistered = (uri: string, registered: string[]): boolean =>
  registered.length === 0 || registered.includes(uri);

/** Whether a customer may be redirected to it now: the bank's registrations may have changed. */
export function mayRedirectTo(uri: string, registered: RegisteredAddresses): boolean {
  return isRegistered(uri, registered.redirectUris) && hasAllowedScheme(uri, registered);
}

/** The violation of a redirect URI that is not registered. */
export function redirectUriViolations(
  uri: string | null | undefined,
  registered: string[],
): Violation[] {
  if (uri == null || isRegistered(uri, registered)) return [];
  const msg = "This redirect URI is not registered for this bank: add it under Embed";
  return [{ loc: ["body", "redirect_uri"], msg, type: "value_error" }];
}
