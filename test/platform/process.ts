/** Starts and controls the platform as a process. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

export type PlatformCredit = {
  credit_id: string;
  status: string;
  partner_reference: string;
  amount: { value: string; currency: string };
  created_at: string;
};

export type LedgerEntry = {
  credit: PlatformCredit;
  instruction: Record<string, unknown>;
  requests: number;
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
    /** A school's configuration for this platform. */
    config: { houseAccountId: "house", baseUrl, apiKey: "platform-key" },
    /** Sets the responses to the next credits. */
    async behave(mode: string, times?: number): Promise<void> {
      await fetch(`${baseUrl}/control`, { method: "POST", body: JSON.stringify({ mode, times }) });
    },
    /** All credits of the platform. */
    async ledger(): Promise<LedgerEntry[]> {
      const response = await fetch(`${baseUrl}/ledger`);
      return ((await response.json()) as { credits: LedgerEntry[] }).credits;
    },
    /** Changes the ledger: removes credits by their references, and adds others. */
    async alterLedger(change: { with?: PlatformCredit[]; without?: string[] }): Promise<void> {
      await fetch(`${baseUrl}/ledger`, { method: "POST", body: JSON.stringify(change) });
    },
    /** Makes every ledger query fail, or work again. */
    async failLedger(fails: boolean): Promise<void> {
      await fetch(`${baseUrl}/ledger-failure`, { method: "POST", body: JSON.stringify({ fails }) });
    },
    async stop(): Promise<void> {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    },
  };
}
