/** What answers say that say nothing else of it: Next's own errors and redirects, above all. */
import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from "node:http";

const DEFAULTS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "frame-ancestors 'none'",
  "Referrer-Policy": "same-origin",
};

type Head = OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined;

function isIn(head: Head, name: string): boolean {
  const names = Array.isArray(head)
    ? head.filter((_, at) => at % 2 === 0)
    : Object.keys(head ?? {});
  return names.some((given) => String(given).toLowerCase() === name.toLowerCase());
}

/**
 * Adds them when the head is written, where they are missing. Not before: Next.js leaves alone what
 * it finds, and a handler's own policy would be lost.
 */
export function beStrict(outgoing: ServerResponse): void {
  const { writeHead } = outgoing;
  outgoing.writeHead = ((...given: [number, ...unknown[]]) => {
    const head = given.at(-1);
    const written = typeof head === "object" ? (head as Head) : undefined;
    for (const [name, value] of Object.entries(DEFAULTS)) {
      if (!isIn(written, name) && !outgoing.hasHeader(name)) outgoing.setHeader(name, value);
    }
    return writeHead.apply(outgoing, given as Parameters<typeof writeHead>);
  }) as typeof writeHead;
}
