/** Describes a session's browser from its user agent. */
import Bowser from "bowser";

const UNKNOWN = "Unknown app or browser";

/** "Firefox on Windows", "Safari on iPhone". */
export function browserInWords(userAgent: string | null): string {
  if (!userAgent?.trim()) return UNKNOWN;
  const { browser, os, platform } = Bowser.parse(userAgent);
  if (!browser.name || !os.name) return UNKNOWN;
  // "iPhone" says more than "iOS".
  return `${browser.name} on ${platform.vendor === "Apple" && platform.model ? platform.model : os.name}`;
}
