/**
 * Bounds the open connections: in all, below the process's limit of file descriptors, so that the database and
 * files can always be reached; and by network, so that a few clients can't take all of them.
 */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { networksOf } from "#lib/auth/limits/network.ts";
import { env } from "#lib/env.ts";
import { log } from "#lib/log.ts";

export type ConnectionLimits = {
  total: number;
  /** Of one IPv4 address or IPv6 /64; wider networks have their multiples. */
  perNetwork: number;
};

const MAX_CONNECTIONS = 16_384;
/** Of the file descriptors. The rest is for the database, outgoing requests, and files. */
const PART_OF_DESCRIPTORS = 3 / 4;
const PART_PER_NETWORK = 1 / 16;

/** How many files this process may have open. */
function descriptors(): number {
  // Looking up the names of its addresses can take seconds. (The types don't know this property.)
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as unknown as {
    userLimits?: { open_files?: { soft: number | string } };
  };
  // "unlimited" is no number.
  return Number(userLimits?.open_files?.soft ?? 1_024) || Number.POSITIVE_INFINITY;
}

export function connectionLimits(open = descriptors()): ConnectionLimits {
  const total = Math.min(MAX_CONNECTIONS, Math.floor(open * PART_OF_DESCRIPTORS));
  return { total, perNetwork: Math.ceil(total * PART_PER_NETWORK) };
}

/** Refusals are logged once a minute: there may be thousands in a second. */
const REPORT_EVERY_MS = 60_000;

/**
 * Closes connections beyond the limits as soon as they are accepted. Behind a proxy all of them come from it, so
 * networks are the proxy's to limit.
 */
export function limitConnections(server: Server, limits = connectionLimits()): void {
  const open = new Map<string, number>();
  let reportedAt = Number.NEGATIVE_INFINITY;
  const report = () => {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = performance.now();
    log().warn("connections refused: too many are open");
  };
  server.maxConnections = limits.total;
  server.on("drop", report);
  if (env().trustProxy) return;
  server.prependListener("connection", (socket: Socket) => {
    const networks = networksOf(socket.remoteAddress ?? "unknown");
    const isFull = networks.some(
      ({ name, times }) => (open.get(name) ?? 0) >= times * limits.perNetwork,
    );
    if (isFull) {
      report();
      return void socket.destroy();
    }
    for (const { name } of networks) open.set(name, (open.get(name) ?? 0) + 1);
    socket.once("close", () => {
      for (const { name } of networks) {
        const left = (open.get(name) ?? 1) - 1;
        if (left > 0) open.set(name, left);
        else open.delete(name);
      }
    });
  });
}
