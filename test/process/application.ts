/** The application as its own process, with a data directory and a port of its own. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { type BankClient, createBankClient } from "#client/index.ts";
import { isServerOf } from "#installation/postgres-server.ts";
import { BUILT } from "../../scripts/suites.ts";
import { TEMPLATE } from "../database.ts";
import { freePort } from "../free-port.ts";
import { keepLog, keepPostgresLog, noteSecrets } from "../logs.ts";
import { fetchDocumented } from "./documented.ts";
import { copyPreparedData } from "./prepared-data.ts";
import { type Outcome, operator } from "./resident-operator.ts";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");

/** A file with this text, for a command that reads a secret from one. It goes with the run's temporary files. */
export function fileWith(text: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "points-file-"));
  // Some tests run the command as another user.
  chmodSync(folder, 0o755);
  const file = path.join(folder, "text");
  writeFileSync(file, text, { mode: 0o644 });
  return file;
}

/** Asks again until the answer is there, less often the longer it takes; fails with what it waited for. */
export async function eventually<T>(
  ask: () => Promise<T | undefined> | T | undefined,
  what: string,
  withinMs = 300_000,
): Promise<T> {
  const begun = Date.now();
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    const waitedMs = Date.now() - begun;
    if (waitedMs > withinMs) throw new Error(`${what}: not within ${withinMs} ms`);
    await wait(Math.min(50 + waitedMs / 20, 500));
  }
}

/** Only what a newcomer's shell would hold, so that the test run's own settings do not leak in. */
function cleanEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return {
    PATH,
    HOME,
    TMPDIR,
    NODE_COMPILE_CACHE,
    LOG_LEVEL: "debug",
    ...settings,
  } as unknown as NodeJS.ProcessEnv;
}

/** What `fetch` throws where the connection ends before the answer does, or the caller gives up. */
function isLostAnswer(error: unknown): boolean {
  return error instanceof TypeError || error instanceof DOMException;
}

/** For tests of an outage, which requests must not wait for. */
export const SHIPPED_TIMEOUT = { DATABASE_TIMEOUT_MS: "" };

type Program = { file: string; args: string[]; cwd: string; uid?: number; gid?: number };

/**
 * By default: storms send more from one address and with one key, as fast as it goes, and a busy machine answers late,
 * and not 503. Tests of an outage have DATABASE_TIMEOUT_MS as it is shipped.
 */
const NO_LIMITS = {
  DATABASE_TIMEOUT_MS: "60000",
  RATE_LIMIT_PER_KEY: "0",
  RATE_LIMIT_PER_CARDHOLDER: "0",
  RATE_LIMIT_PER_NETWORK: "0",
};

/** One installation that can be started, killed and started again. */
export class Application {
  readonly dataDir: string;
  port = 0;
  output = "";
  private child: ChildProcess | undefined;
  /** The first answer that broke its contract, in case the test took the error for a lost answer. */
  private breach: Error | undefined;
  private readonly settings: Record<string, string>;

  /** @param dataDir a folder that is there already; one of its own unless given */
  constructor(settings: Record<string, string> = {}, dataDir?: string) {
    this.settings = settings;
    this.dataDir = dataDir ?? mkdtempSync(path.join(tmpdir(), "points-app-"));
  }

  get base(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The demonstration's API key and sign-in, as the first start left them for whoever started it. */
  get demonstration(): { api_key: string; email: string; password: string } {
    return JSON.parse(readFileSync(path.join(this.dataDir, "demonstration.json"), "utf8"));
  }

  get demoKey(): string {
    return this.demonstration.api_key;
  }

  /** The process that listens. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  environment(): NodeJS.ProcessEnv {
    const basics = { PORT: String(this.port), DATA_DIR: this.dataDir, NODE_ENV: "production" };
    return cleanEnvironment({ ...basics, ...NO_LIMITS, ...this.settings });
  }

  /** What is run for the service and for the operator command, where and as whom. */
  protected program(name: "start" | "admin"): Program {
    const compiled = { start: "dist/server.mjs", admin: "dist/admin.mjs" }[name];
    const args = [process.env[BUILT] ? compiled : `scripts/${name}.ts`];
    return { file: process.execPath, args, cwd: root };
  }

  private async spawn(): Promise<ChildProcess> {
    this.port ||= await freePort();
    if (this.startsFromNothing()) await copyPreparedData(this.dataDir, cleanEnvironment({}));
    const { file, args, ...where } = this.program("start");
    const child = spawn(file, args, {
      ...where,
      env: this.environment(),
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    this.child = child;
    // What it says on standard output is for whoever started it: in a sandbox, the demonstration's key.
    keepLog("application", child.stderr);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk) => {
        this.output += chunk;
      });
    }
    return child;
  }

  /** In a run of tests with its own folder, where the copy goes away with everything else. */
  private startsFromNothing(): boolean {
    const usesEmbedded = !this.settings.DATABASE_URL && !this.settings.SERVICE_ENVIRONMENT;
    return (
      process.env[TEMPLATE] !== undefined && usesEmbedded && readdirSync(this.dataDir).length === 0
    );
  }

  /** Starts what cannot start, and waits for its end. @returns all that it said */
  async startInVain(): Promise<string> {
    await once(await this.spawn(), "close");
    return this.output;
  }

  /** Starts it and waits until it is ready, or only answers at another path. */
  async start(path = "/readyz"): Promise<void> {
    const child = await this.spawn();
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error(`it ended at its start:\n${this.output}`);
      const answer = await fetch(this.base + path).catch(() => undefined);
      return answer?.ok ? true : undefined;
    }, "the application is ready");
    noteSecrets(["secrets.json", "demonstration.json"].flatMap((name) => this.secretsIn(name)));
  }

  private secretsIn(name: string): string[] {
    const file = path.join(this.dataDir, name);
    if (!existsSync(file)) return [];
    const { email: _, ...secrets } = JSON.parse(readFileSync(file, "utf8"));
    return Object.values(secrets).map(String);
  }

  /** Ends it as nothing should: no chance to say goodbye. */
  async kill(): Promise<void> {
    if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await ended;
  }

  /** Every process of its own Postgres, found by the id in its data directory. */
  async postgresProcesses(): Promise<number[]> {
    const file = path.join(this.dataDir, "postgres/postmaster.pid");
    const postmaster = Number(readFileSync(file, "utf8").split("\n")[0]);
    const children = await run("ps", ["-o", "pid=", "--ppid", String(postmaster)]).catch(
      () => null,
    );
    return [postmaster, ...(children?.stdout ?? "").split(/\s+/).filter(Boolean).map(Number)];
  }

  /** Sends a signal to all of its Postgres. */
  async signalPostgres(signal: NodeJS.Signals): Promise<void> {
    for (const pid of await this.postgresProcesses()) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended meanwhile.
      }
    }
  }

  /** Asks its Postgres to stop: `fast` ends sessions in order, `immediate` leaves the rest to recovery. */
  async stopPostgres(mode: "fast" | "immediate"): Promise<void> {
    const [postmaster] = await this.postgresProcesses();
    process.kill(postmaster as number, mode === "fast" ? "SIGINT" : "SIGQUIT");
  }

  /** Ends its Postgres as a power cut would. */
  killPostgres(): Promise<void> {
    return this.signalPostgres("SIGKILL");
  }

  /** What another process needs to work on the same database with the same secrets. */
  sharedSettings(): Record<string, string> {
    const read = (name: string) => readFileSync(path.join(this.dataDir, name), "utf8");
    const { POSTGRES_PASSWORD, ...secrets } = JSON.parse(read("secrets.json"));
    const port = read("postgres/postmaster.pid").split("\n")[3];
    const DATABASE_URL = `postgres://points:${POSTGRES_PASSWORD}@127.0.0.1:${port}/points`;
    return { ...secrets, DATABASE_URL };
  }

  /** Asks it to stop, as Ctrl-C does, or otherwise. @returns the exit code */
  async stop(signal: NodeJS.Signals = "SIGINT"): Promise<number | null> {
    if (!this.child || this.child.exitCode !== null) return this.child?.exitCode ?? null;
    // Killed before: there is nobody left to ask.
    if (this.child.signalCode !== null) return null;
    const ended = once(this.child, "exit");
    this.child.kill(signal);
    const [code] = await ended;
    return code;
  }

  /** Runs the operator command on this installation as a process of its own, whatever comes of it. */
  async operate(...words: string[]): Promise<Outcome> {
    const { file, args, ...where } = this.program("admin");
    const child = spawn(file, [...args, ...words], {
      ...where,
      env: this.environment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    keepLog("admin", child.stderr);
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    const [code] = await once(child, "close");
    return { code, stdout, stderr };
  }

  /** Runs the operator command in the process that stays, once everything is built, whatever comes of it. */
  command(...words: string[]): Promise<Outcome> {
    const { args, cwd } = this.program("admin");
    if (!process.env[BUILT]) return this.operate(...words);
    return operator.run(words, path.join(cwd, ...args), this.environment());
  }

  /** Runs the operator command, which has to succeed. @returns its JSON document */
  // biome-ignore lint/suspicious/noExplicitAny: tests read documented fields.
  async admin(...words: string[]): Promise<any> {
    const { code, stdout, stderr } = await this.command(...words);
    if (code !== 0) throw new Error(`admin ${words.join(" ")} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout);
  }

  private readonly fetch = async (request: Request): Promise<Response> => {
    try {
      return await fetchDocumented(request);
    } catch (error) {
      if (!isLostAnswer(error)) this.breach ??= error as Error;
      throw error;
    }
  };

  /** A client as banks have it, with the demonstration's key or another; for after the start. */
  bankClient(key = this.demoKey): BankClient {
    return createBankClient({ baseUrl: this.base, apiKey: key, fetch: this.fetch });
  }

  /** Asks the API with whatever it may refuse. */
  async api(method: string, address: string, body?: unknown, key = this.demoKey) {
    const headers: Record<string, string> = { "X-Service-API-Key": key };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const sent = body === undefined ? null : JSON.stringify(body);
    const response = await this.fetch(
      new Request(this.base + address, { method, headers, body: sent }),
    );
    // biome-ignore lint/suspicious/noExplicitAny: tests read documented fields.
    return { status: response.status, body: (await response.json()) as any };
  }

  /** Ends its Postgres at once: what it held is about to be removed. */
  private async discardPostgres(): Promise<void> {
    const cluster = path.join(realpathSync(this.dataDir), "postgres");
    const pidFile = path.join(cluster, "postmaster.pid");
    if (!existsSync(pidFile)) return;
    const pid = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
    const isThere = () => isServerOf({ folder: cluster }, pid) === true;
    if (isThere()) await this.stopPostgres("immediate");
    await eventually(() => (isThere() ? undefined : true), "Postgres has ended");
  }

  /** Ends it and removes its data. @throws Error that an answer of it broke its contract */
  async remove(): Promise<void> {
    await this.kill();
    await this.discardPostgres();
    keepPostgresLog(this.dataDir);
    rmSync(this.dataDir, { recursive: true, force: true });
    if (this.breach) throw this.breach;
  }
}
