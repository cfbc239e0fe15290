/** The client's address: that of the connection, or what a trusted proxy has appended. */
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { env } from "#lib/env.ts";
import { setRequestHeader } from "#lib/framework/request.ts";
import { CLIENT_ADDRESS } from "#lib/http/caller.ts";

/** Only the part that the nearest proxy has appended cannot be forged by the client. */
function forwardedFor(incoming: IncomingMessage): string | undefined {
  const given = incoming.headers["x-forwarded-for"];
  const last = (Array.isArray(given) ? given.join(",") : given)?.split(",").at(-1)?.trim();
  return last && isIP(last) ? last : undefined;
}

function addressOf(incoming: IncomingMessage): string {
  const forwarded = env().trustProxy ? forwardedFor(incoming) : undefined;
  return forwarded ?? incoming.socket.remoteAddress ?? "unknown";
}

/** Sets the address in our own header, replacing any that the client sent. */
export function setClientAddress(incoming: IncomingMessage): void {
  setRequestHeader(incoming, CLIENT_ADDRESS, addressOf(incoming));
}
