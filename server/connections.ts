/**
 * Limits open connections: in total, below the process's file descriptor limit, so that the database and files
 * always stay reachable; and per network, so that a few clients can't use up all of them.
 */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { networksOf } from "#lib/auth/limits/network.ts";
import { env } from "#lib/env.ts";
import { log } from "#lib/log.ts";

type ConnectionLimits = {
  total: number;
  /** Per IPv4 address or IPv6 /64; wider networks get multiples. */
  perNetwork: number;
};

const MAX_CONNECTIONS = 16_384;
/** The share of file descriptors. The rest is for the database, outgoing requests, and files. */
const DESCRIPTOR_SHARE = 3 / 4;
const NETWORK_SHARE = 1 / 16;

/** This process's file descriptor limit. */
function descriptors(): number {
  // Resolving network addresses for the report can take seconds. (The types lack this property.)
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as unknown as {
    userLimits?: { open_files?: { soft: number | string } };
  };
  // The limit can be "unlimited".
  return Number(userLimits?.open_files?.soft ?? 1_024) || Number.POSITIVE_INFINITY;
}

export function connectionLimits(open = descriptors()): ConnectionLimits {
  const total = Math.min(MAX_CONNECTIONS, Math.floor(open * DESCRIPTOR_SHARE));
  return { total, perNetwork: Math.ceil(total * NETWORK_SHARE) };
}

/** Rejections are logged once a minute, since there may be thousands per second. */
const REPORT_INTERVAL_MS = 60_000;

/**
 * Closes connections beyond the limits as soon as they are accepted. Behind a proxy, only the total is limited: all
 * connections are the proxy's, which has to limit networks itself.
 */
export function limitConnections(server: Server, limits = connectionLimits()): void {
  const open = new Map<string, number>();
  let reportedAt = Number.NEGATIVE_INFINITY;
  const report = () => {
    if (performance.now() - reportedAt < REPORT_INTERVAL_MS) return;
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
        const remaining = (open.get(name) ?? 1) - 1;
        if (remaining > 0) open.set(name, remaining);
        else open.delete(name);
      }
    });
  });
}
