/**
 * Answers that are not taken lie in our memory. So there is a limit to what one network leaves unread, over
 * all its connections, and whoever takes nothing for a while is cut off.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { networkOf } from "#lib/auth/network.ts";
import { CLIENT_ADDRESS } from "#lib/http/caller.ts";

/** So many bytes one network may leave unread. What the system has taken over is no longer ours. */
const MOST_UNREAD_BYTES = 32 * 1024 * 1024;
/** So long a reader may take nothing. */
const STALLED_MS = 30_000;

type Answers = Set<ServerResponse>;
const underWay = new Map<string, Answers>();
const socketsInUse = new WeakMap<object, number>();

function isTooMuch(answers: Answers): boolean {
  let bytes = 0;
  for (const { writableLength } of answers) bytes += writableLength;
  return bytes > MOST_UNREAD_BYTES;
}

/** What would be written while the network leaves too much unread is not kept: that connection ends. */
function dropWhereTooMuch(outgoing: ServerResponse, answers: Answers): void {
  const { write, end } = outgoing;
  const dropped = () => {
    if (isTooMuch(answers)) outgoing.destroy();
    return outgoing.destroyed;
  };
  outgoing.write = ((...given: Parameters<typeof write>) =>
    dropped() ? false : write.apply(outgoing, given)) as typeof write;
  outgoing.end = ((...given: Parameters<typeof end>) =>
    dropped() ? outgoing : end.apply(outgoing, given)) as typeof end;
}

/** Counts an answer from now until it has been taken. */
export function watchUnread({ headers, socket }: IncomingMessage, outgoing: ServerResponse): void {
  const network = networkOf(String(headers[CLIENT_ADDRESS]));
  const answers = underWay.get(network) ?? new Set();
  underWay.set(network, answers.add(outgoing));
  socketsInUse.set(socket, (socketsInUse.get(socket) ?? 0) + 1);
  outgoing.once("close", () => {
    answers.delete(outgoing);
    if (answers.size === 0 && underWay.get(network) === answers) underWay.delete(network);
    socketsInUse.set(socket, (socketsInUse.get(socket) ?? 1) - 1);
  });
  dropWhereTooMuch(outgoing, answers);
}

/** Ends connections that take nothing of what was written for so long, and those that nobody uses. */
export function cutStalled(server: Server, afterMs = STALLED_MS): void {
  server.setTimeout(afterMs, (socket) => {
    // Whoever waits for an answer that is not there yet goes on waiting.
    if (socket.writableLength > 0 || !socketsInUse.get(socket)) socket.destroy();
  });
}

/** How many answers are under way, and how many bytes of them wait, of all networks: for tests. */
export function unread(): { answers: number; bytes: number } {
  const all = [...underWay.values()].flatMap((answers) => [...answers]);
  return { answers: all.length, bytes: all.reduce((sum, one) => sum + one.writableLength, 0) };
}
