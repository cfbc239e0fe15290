/** A session's browser as its owner would name it, from what the browser says of itself. */
import Bowser from "bowser";

const UNKNOWN = "An app or browser that did not say its name";

/** "Firefox on Windows", "Safari on iPhone". */
export function browserInWords(userAgent: string | null): string {
  if (!userAgent?.trim()) return UNKNOWN;
  const { browser, os, platform } = Bowser.parse(userAgent);
  if (!browser.name || !os.name) return UNKNOWN;
  // What a person holds in the hand says more than the name of its system.
  return `${browser.name} on ${platform.vendor === "Apple" && platform.model ? platform.model : os.name}`;
}
