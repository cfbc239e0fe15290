/** What is measured, each as its own process: started, waited for, ended. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { bundle } from "../scripts/build.ts";

export const root = path.resolve(import.meta.dirname, "..");
const next = path.join(root, "node_modules/next/dist/bin/next");

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}

/** A server under measurement. */
export type Running = { base: string; stop(): Promise<void> };

async function run(words: string[], port: number, more: Record<string, string>): Promise<Running> {
  const env = { ...process.env, NODE_ENV: "production" as const, PORT: String(port), ...more };
  const child: ChildProcess = spawn(process.execPath, words, { cwd: root, env, stdio: "ignore" });
  const base = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries++) {
    if (await fetch(`${base}/healthz`).catch(() => undefined)) break;
    if (child.exitCode !== null || tries > 300) throw new Error(`${words[0]} did not start`);
    await wait(100);
  }
  const stop = async () => {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  };
  return { base, stop };
}

/** The front door with the product's routes and an echo, without the durable engine. */
export async function startFrontDoor(): Promise<Running> {
  // Bundled as the product is: Node by itself reads no JSX, of which the embedded flow is made.
  await bundle("bench-front-door", "bench/front-door-server.ts");
  return run(["dist/bench-front-door.mjs"], await freePort(), {});
}

/** Next.js alone, serving the folder's build. */
export async function startNext(folder: string): Promise<Running> {
  const port = await freePort();
  return run([next, "start", folder, "-p", String(port)], port, {});
}

/** Builds the echo application. */
export async function buildEcho(): Promise<void> {
  const child = spawn(process.execPath, [next, "build", "bench/echo"], {
    cwd: root,
    stdio: "ignore",
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error("the echo application could not be built");
}
