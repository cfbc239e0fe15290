/**
 * The schemes of a bank's own apps, such as `examplebank:`. Besides https, only these are allowed in URLs
 * that return to the app.
 */
import type { Violation } from "../errors.ts";
import { appSchemeOf } from "../fields.ts";

/**
 * The violations of URLs that return to a bank's app.
 * @param addresses by field of the body; validated as `redirectAddress` before
 * @param registered the bank's schemes
 */
export function schemeObjections(
  addresses: Record<string, string | null | undefined>,
  registered: string[],
): Violation[] {
  return Object.entries(addresses).flatMap(([field, address]) => {
    const scheme = address == null ? null : appSchemeOf(address);
    if (scheme === null || registered.includes(scheme)) return [];
    const msg = `The scheme ${scheme} isn't registered for this bank. Ask the operator to add it`;
    return [{ loc: ["body", field], msg, type: "url_parsing" }];
  });
}
