/** Whose request it is: the address of the connection, or what a trusted proxy says of it. */
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { env } from "#lib/env.ts";
import { setRequestHeader } from "#lib/framework/request.ts";
import { CLIENT_ADDRESS } from "#lib/http/caller.ts";

/** What the nearest proxy has appended is the only part that a client cannot have written. */
function forwardedFor(incoming: IncomingMessage): string | undefined {
  const given = incoming.headers["x-forwarded-for"];
  const last = (Array.isArray(given) ? given.join(",") : given)?.split(",").at(-1)?.trim();
  return last && isIP(last) ? last : undefined;
}

function addressOf(incoming: IncomingMessage): string {
  const forwarded = env().trustProxy ? forwardedFor(incoming) : undefined;
  return forwarded ?? incoming.socket.remoteAddress ?? "unknown";
}

/** Notes the address in a header of ours, in place of any that the client has sent under its name. */
export function setClientAddress(incoming: IncomingMessage): void {
  setRequestHeader(incoming, CLIENT_ADDRESS, addressOf(incoming));
}
