/** Security headers for responses that don't set their own, above all Next's errors and redirects. */
import type { ServerResponse } from "node:http";
import { addMissingHeaders } from "#lib/framework/response.ts";

const DEFAULTS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "frame-ancestors 'none'",
  "Referrer-Policy": "same-origin",
};

/**
 * Adds missing headers when the head is written. Not earlier: Next.js does not override existing headers,
 * so a handler's own policy would be lost.
 */
export const setDefaultHeaders = (outgoing: ServerResponse): void =>
  addMissingHeaders(outgoing, DEFAULTS);
