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
/** Where the system doesn't tell. */
const USUAL_DESCRIPTORS = 1_024;

/** How many files this process may have open. */
function descriptors(): number {
  // Looking up the names of its addresses can take seconds. (The types don't know this property.)
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as unknown as {
    userLimits?: { open_files?: { soft: number | string } };
  };
  const soft = userLimits?.open_files?.soft ?? USUAL_DESCRIPTORS;
  return soft === "unlimited" ? Number.POSITIVE_INFINITY : Number(soft);
}

export function connectionLimits(open = descriptors()): ConnectionLimits {
  const total = Math.min(MAX_CONNECTIONS, Math.floor(open * PART_OF_DESCRIPTORS));
  return { total, perNetwork: Math.ceil(total * PART_PER_NETWORK) };
}

const REPORT_EVERY_MS = 60_000;

/** Logs refusals, at most once a minute: there may be thousands in a second. */
function reporter(): () => void {
  let refused = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  return () => {
    refused += 1;
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
    log().warn({ refused }, "connections refused: too many are open");
    refused = 0;
    reportedAt = performance.now();
  };
}

/**
 * Closes connections beyond the limits as soon as they are accepted. Behind a proxy all of them come from it, so
 * networks are the proxy's to limit.
 */
export function limitConnections(server: Server, limits = connectionLimits()): void {
  const open = new Map<string, number>();
  const report = reporter();
  const refuse = (socket: Socket) => {
    report();
    socket.destroy();
  };
  server.maxConnections = limits.total;
  server.on("drop", report);
  if (env().trustProxy) return;
  server.prependListener("connection", (socket: Socket) => {
    const networks = networksOf(socket.remoteAddress ?? "unknown");
    const isFull = networks.some(
      ({ name, times }) => (open.get(name) ?? 0) >= times * limits.perNetwork,
    );
    if (isFull) return refuse(socket);
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
