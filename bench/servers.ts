/** Starts the servers under test, each as a process. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { build, bundle } from "../scripts/build.ts";
import { freePort } from "../test/free-port.ts";

export const root = path.resolve(import.meta.dirname, "..");
const next = path.join(root, "node_modules/next/dist/bin/next");

/** A server under test. */
export type Running = { base: string; pid: number; child: ChildProcess; stop(): Promise<void> };

/** Additional settings, Node arguments, and the path of its readiness check. */
export type Start = { env?: Record<string, string>; flags?: string[]; ready?: string };

/** Whether it responds with a status below 500. */
const isReady = async (address: string) =>
  ((await fetch(address).catch(() => undefined))?.status ?? 503) < 500;

/**
 * Starts a server on its own port and waits until it responds.
 * @param args the Node arguments; `{port}` in them is replaced with the port, which is also set as PORT
 */
export async function start(args: string[], options: Start = {}): Promise<Running> {
  const port = await freePort();
  const env = {
    ...process.env,
    NODE_ENV: "production" as const,
    PORT: String(port),
    ...options.env,
  };
  const withPort = args.map((arg) => arg.replace("{port}", String(port)));
  const child = spawn(process.execPath, [...(options.flags ?? []), ...withPort], {
    cwd: root,
    env,
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let stderr = "";
  child.stderr?.on("data", (chunk) => {
    stderr = (stderr + chunk).slice(-4_000);
  });
  const base = `http://127.0.0.1:${port}`;
  const ready = `${base}${options.ready ?? "/healthz"}`;
  for (let attempts = 0; !(await isReady(ready)); attempts++) {
    if (child.exitCode !== null || attempts > 600) {
      child.kill();
      throw new Error(`${args.join(" ")} didn't start:\n${stderr}`);
    }
    await wait(100);
  }
  const stop = async () => {
    if (child.exitCode !== null) return;
    const exit = once(child, "exit");
    child.kill("SIGTERM");
    await exit;
  };
  return { base, pid: child.pid as number, child, stop };
}

/** The whole application with its engine, as `npm start` runs it. */
export const startApplication = (options: Start = {}) =>
  start(["scripts/start.ts"], { ...options, ready: "/readyz" });

/** The application without its engine, plus an echo route: the cost of requests alone. */
export async function startApiServer(env: Record<string, string> = {}): Promise<Running> {
  await build();
  // Bundled like the product: Node can't run JSX, which the embedded flow uses.
  await bundle({ "bench-api-server": "bench/api-server.ts" });
  return start(["dist/bench-api-server.mjs"], { env });
}

/** The minimal server with the same statement. */
export const startFastify = () => start(["bench/fastify-server.ts"]);

/** The settings that plain Next.js requires. Donations stay pending, since there is no Inngest server. */
const PLAIN_NEXT_ENV = {
  TRUST_PROXY: "true",
  PUBLIC_BASE_URL: "http://localhost",
  INNGEST_BASE_URL: "http://127.0.0.1:1",
  INNGEST_EVENT_KEY: "0".repeat(64),
  INNGEST_SIGNING_KEY: "0".repeat(64),
};

/** Plain Next.js, serving the folder's build. */
export const startNext = (folder: string) =>
  start([next, "start", folder, "-p", "{port}"], { env: PLAIN_NEXT_ENV });

/** Builds the echo application. */
export async function buildEcho(): Promise<void> {
  const child = spawn(process.execPath, [next, "build", "bench/echo"], {
    cwd: root,
    stdio: "ignore",
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error("the echo application couldn't be built");
}
