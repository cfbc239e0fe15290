/** Schemes of a bank's own apps, such as `examplebank:`: a person is sent back to no others but https. */
import type { Violation } from "../errors.ts";
import { appSchemeOf } from "../fields.ts";

/**
 * What is wrong with addresses that lead back to a bank's app.
 * @param addresses each by its field of the body; checked as `redirectAddress` before
 * @param registered the bank's schemes
 */
export function schemeObjections(
  addresses: Record<string, string | null | undefined>,
  registered: string[],
): Violation[] {
  return Object.entries(addresses).flatMap(([field, address]) => {
    const scheme = address == null ? null : appSchemeOf(address);
    if (scheme === null || registered.includes(scheme)) return [];
    const msg = `The scheme ${scheme} is not registered for this bank: ask the operator to add it`;
    return [{ loc: ["body", field], msg, type: "url_parsing" }];
  });
}
