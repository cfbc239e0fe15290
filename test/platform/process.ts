/** Starts the platform as its own process and talks to its back door. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

export type Book = {
  credit: { credit_id: string; partner_reference: string };
  instruction: Record<string, unknown>;
  asked: number;
};

export type Platform = Awaited<ReturnType<typeof startPlatform>>;

/** Starts a platform on a free port of loopback. */
export async function startPlatform() {
  const child: ChildProcess = spawn(
    process.execPath,
    [path.join(import.meta.dirname, "server.ts")],
    { stdio: ["ignore", "pipe", "inherit", "ipc"] },
  );
  const [line] = await once(child.stdout as NodeJS.ReadableStream, "data");
  const { port } = JSON.parse(String(line));
  const baseUrl = `http://127.0.0.1:${port}`;
  return {
    baseUrl,
    /** What a school's configuration has to say. */
    config: { houseAccountId: "house", baseUrl, apiKey: "platform-key" },
    /** Sets how the next credits are answered. */
    async behave(mode: string, times?: number): Promise<void> {
      await fetch(`${baseUrl}/control`, { method: "POST", body: JSON.stringify({ mode, times }) });
    },
    /** All credits that the platform has made. */
    async books(): Promise<Book[]> {
      const answer = await fetch(`${baseUrl}/books`);
      return ((await answer.json()) as { credits: Book[] }).credits;
    },
    async stop(): Promise<void> {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}
