/**
 * A real Inngest server with its Redis, for tests and benchmarks that use one if available: `INNGEST_PROGRAM` is
 * the path of its executable, and `REDIS_PROGRAM` that of `redis-server`. Both listen on loopback and store their
 * data in the given database and a temporary folder.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "./free-port.ts";

/** The server's executable; undefined if none is configured. */
export const INNGEST_PROGRAM = process.env.INNGEST_PROGRAM;
const REDIS_PROGRAM = process.env.REDIS_PROGRAM ?? "redis-server";

/** The same as in deploy/compose.yaml. */
const REDIS_SETTINGS = ["--appendonly", "yes", "--appendfsync", "always", "--save", ""];
const QUEUE_WORKERS = 400;
const START_TIMEOUT_MS = 60_000;

export type InngestProgram = Awaited<ReturnType<typeof startInngestProgram>>;

/** @param databaseUrl an empty database */
export async function startInngestProgram(databaseUrl: string) {
  const folder = mkdtempSync(path.join(tmpdir(), "points-inngest-"));
  const [port, gateway, gatewayRpc, executorRpc, redisPort] = await Promise.all(
    Array.from({ length: 5 }, freePort),
  );
  const keys = { event: randomBytes(16).toString("hex"), signing: randomBytes(32).toString("hex") };
  const children: ChildProcess[] = [];
  let server: ChildProcess | undefined;
  let output = "";

  function run(program: string, args: string[]): ChildProcess {
    const env = { ...process.env, HOME: folder, DO_NOT_TRACK: "1" };
    const child = spawn(program, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk) => {
        output = (output + chunk).slice(-20_000);
      });
    }
    children.push(child);
    return child;
  }

  async function isUp(): Promise<boolean> {
    const response = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
    return response?.ok === true;
  }

  async function start(): Promise<void> {
    server = run(INNGEST_PROGRAM as string, [
      "start",
      "--host",
      "127.0.0.1",
      "--port",
      String(port),
      "--no-ui",
      "--connect-gateway-port",
      String(gateway),
      "--connect-gateway-grpc-port",
      String(gatewayRpc),
      "--connect-executor-grpc-port",
      String(executorRpc),
      "--event-key",
      keys.event,
      "--signing-key",
      keys.signing,
      "--postgres-uri",
      databaseUrl,
      "--redis-uri",
      `redis://127.0.0.1:${redisPort}`,
      "--queue-workers",
      String(QUEUE_WORKERS),
    ]);
    for (const terminate = Date.now() + START_TIMEOUT_MS; !(await isUp()); await wait(100)) {
      if (server.exitCode !== null || Date.now() > terminate) {
        throw new Error(`The Inngest server didn't start:\n${output}`);
      }
    }
  }

  async function terminate(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  }

  run(REDIS_PROGRAM, [
    "--port",
    String(redisPort),
    "--bind",
    "127.0.0.1",
    "--dir",
    folder,
    ...REDIS_SETTINGS,
  ]);
  await start();

  return {
    /** The settings that make an application use this server. */
    settings: {
      INNGEST_BASE_URL: `http://127.0.0.1:${port}`,
      INNGEST_EVENT_KEY: keys.event,
      INNGEST_SIGNING_KEY: keys.signing,
    },
    /** Its latest output. */
    output: () => output,
    /** The processes of the server and of Redis. */
    pids: () => children.filter(({ exitCode }) => exitCode === null).map(({ pid }) => pid),
    /** Kills the server, but not its Redis. */
    kill: () => terminate(server, "SIGKILL"),
    start,
    async stop(): Promise<void> {
      for (const child of children.reverse()) await terminate(child, "SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
