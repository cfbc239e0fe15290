/** The client's address: that of the connection, or what a trusted proxy has appended. */
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { env } from "#lib/env.ts";
import { headerValues } from "#lib/framework/request.ts";

/** Only the part that the nearest proxy has appended cannot be forged by the client. */
function forwardedFor(incoming: IncomingMessage): string | undefined {
  const last = headerValues(incoming, "x-forwarded-for").join(",").split(",").at(-1)?.trim();
  return last && isIP(last) ? last : undefined;
}

export function clientAddressOf(incoming: IncomingMessage): string {
  const forwarded = env().trustProxy ? forwardedFor(incoming) : undefined;
  return forwarded ?? incoming.socket.remoteAddress ?? "unknown";
}
