/** The application as a separate process with its own data directory and port. */
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
import { keepLog, keepPostgresLog, recordSecrets } from "../logs.ts";
import { fetchDocumented } from "./documented.ts";
import { copyPreparedData } from "./prepared-data.ts";
import { type CommandResult, operator } from "./resident-operator.ts";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");

/** A file with this text, for a command that reads a secret from one. Deleted with the run's temporary files. */
export function fileWith(text: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "points-file-"));
  // Some tests run the command as another user.
  chmodSync(folder, 0o755);
  const file = path.join(folder, "text");
  writeFileSync(file, text, { mode: 0o644 });
  return file;
}

/** Polls with increasing delays until the result isn't undefined. @throws Error that names what it waited for */
export async function eventually<T>(
  ask: () => Promise<T | undefined> | T | undefined,
  what: string,
  withinMs = 300_000,
): Promise<T> {
  const startedAt = Date.now();
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    const waitedMs = Date.now() - startedAt;
    if (waitedMs > withinMs) throw new Error(`${what}: not within ${withinMs} ms`);
    await wait(Math.min(50 + waitedMs / 20, 500));
  }
}

/** Only the variables of a newcomer's shell, so that the test run's own settings don't leak in. */
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

/** What `fetch` throws if the connection closes before the response is complete, or on a timeout. */
function isLostResponse(error: unknown): boolean {
  return error instanceof TypeError || error instanceof DOMException;
}

/** For outage tests, in which requests must fail fast. */
export const SHIPPED_TIMEOUT = { DATABASE_TIMEOUT_MS: "" };

/** Longer than a busy application takes to respond: whatever doesn't respond by then is asked again. */
const READY_RESPONSE_MS = 20_000;

type Program = { file: string; args: string[]; cwd: string; uid?: number; gid?: number };

/** The gifts of a sandbox's foundation would be counted. */
const NO_FOUNDATION = { SANDBOX_FOUNDATION: "false" };

/**
 * The default settings: load tests exceed the limits per address and key, and on a busy machine a late response is
 * better than a 503. Outage tests use the product's default DATABASE_TIMEOUT_MS.
 */
const NO_LIMITS = {
  DATABASE_TIMEOUT_MS: "60000",
  RATE_LIMIT_PER_KEY: "0",
  RATE_LIMIT_PER_CARDHOLDER: "0",
  RATE_LIMIT_PER_NETWORK: "0",
};

/** An installation that can be started, killed, and restarted. */
export class Application {
  readonly dataDir: string;
  port = 0;
  output = "";
  private child: ChildProcess | undefined;
  /** The first response that violated its contract, since a test may treat the error as a lost response. */
  private contractViolation: Error | undefined;
  private readonly settings: Record<string, string>;

  /** @param dataDir an existing folder; default: a new one */
  constructor(settings: Record<string, string> = {}, dataDir?: string) {
    this.settings = settings;
    this.dataDir = dataDir ?? mkdtempSync(path.join(tmpdir(), "points-app-"));
  }

  get base(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The demo's API key and sign-in, as written by the first start. */
  get demonstration(): { api_key: string; email: string; password: string } {
    return JSON.parse(readFileSync(path.join(this.dataDir, "demonstration.json"), "utf8"));
  }

  get demoKey(): string {
    return this.demonstration.api_key;
  }

  /** The listening process. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  environment(): NodeJS.ProcessEnv {
    const basics = { PORT: String(this.port), DATA_DIR: this.dataDir, NODE_ENV: "production" };
    return cleanEnvironment({ ...basics, ...NO_LIMITS, ...NO_FOUNDATION, ...this.settings });
  }

  /** The command line, folder, and user of the service and of the operator command. */
  protected program(name: "start" | "admin"): Program {
    const compiled = { start: "dist/server.mjs", admin: "dist/admin.mjs" }[name];
    const args = [process.env[BUILT] ? compiled : `scripts/${name}.ts`];
    return { file: process.execPath, args, cwd: root };
  }

  private async spawn(): Promise<ChildProcess> {
    this.port ||= await freePort();
    if (this.startsFromNothing())
      await copyPreparedData(this.dataDir, cleanEnvironment(NO_FOUNDATION));
    const { file, args, ...where } = this.program("start");
    const child = spawn(file, args, {
      ...where,
      env: this.environment(),
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    this.child = child;
    // Standard output isn't logged: in a sandbox it contains the demo's key.
    keepLog("application", child.stderr);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk) => {
        this.output += chunk;
      });
    }
    return child;
  }

  /** Inside the run's folder, so that the copy is deleted with it. */
  private startsFromNothing(): boolean {
    const usesEmbedded = !this.settings.DATABASE_URL && !this.settings.SERVICE_ENVIRONMENT;
    return (
      process.env[TEMPLATE] !== undefined && usesEmbedded && readdirSync(this.dataDir).length === 0
    );
  }

  /** Starts an application that can't start, and waits until it exits. @returns its output */
  async startAndFail(): Promise<string> {
    await once(await this.spawn(), "close");
    return this.output;
  }

  /** Starts it and waits until it is ready, or until another path responds. */
  async start(path = "/readyz"): Promise<void> {
    const child = await this.spawn();
    const isReady = async () => {
      // A process that was killed has a signal in place of an exit code.
      const ended = child.exitCode ?? child.signalCode;
      if (ended !== null) throw new Error(`it ended with ${ended} while starting`);
      const signal = AbortSignal.timeout(READY_RESPONSE_MS);
      const answer = await fetch(this.base + path, { signal }).catch(() => undefined);
      return answer?.ok || undefined;
    };
    await eventually(isReady, "the application is ready").catch((error: Error) => {
      throw new Error(`${error.message}:\n${this.output}`);
    });
    recordSecrets(["secrets.json", "demonstration.json"].flatMap((name) => this.secretsIn(name)));
  }

  private secretsIn(name: string): string[] {
    const file = path.join(this.dataDir, name);
    if (!existsSync(file)) return [];
    const { email: _, ...secrets } = JSON.parse(readFileSync(file, "utf8"));
    return Object.values(secrets).map(String);
  }

  /** Kills it with SIGKILL. */
  async kill(): Promise<void> {
    if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await exited;
  }

  /** Every process of its Postgres, found by the process ID in the data directory. */
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
        // It has already exited.
      }
    }
  }

  /** Stops its Postgres: `fast` closes sessions cleanly, `immediate` requires recovery. */
  async stopPostgres(mode: "fast" | "immediate"): Promise<void> {
    const [postmaster] = await this.postgresProcesses();
    process.kill(postmaster as number, mode === "fast" ? "SIGINT" : "SIGQUIT");
  }

  /** Kills its Postgres, as in a power failure. */
  killPostgres(): Promise<void> {
    return this.signalPostgres("SIGKILL");
  }

  /** The settings of another process with the same database and secrets. */
  sharedSettings(): Record<string, string> {
    const read = (name: string) => readFileSync(path.join(this.dataDir, name), "utf8");
    const { POSTGRES_PASSWORD, ...secrets } = JSON.parse(read("secrets.json"));
    const port = read("postgres/postmaster.pid").split("\n")[3];
    const DATABASE_URL = `postgres://points:${POSTGRES_PASSWORD}@127.0.0.1:${port}/points`;
    return { ...secrets, DATABASE_URL };
  }

  /** Stops it with SIGINT, like Ctrl-C, or with another signal. @returns the exit code */
  async stop(signal: NodeJS.Signals = "SIGINT"): Promise<number | null> {
    if (!this.child || this.child.exitCode !== null) return this.child?.exitCode ?? null;
    // Already killed.
    if (this.child.signalCode !== null) return null;
    const exited = once(this.child, "exit");
    this.child.kill(signal);
    const [code] = await exited;
    return code;
  }

  /** Runs the operator command on this installation as a separate process; it may fail. */
  async operate(...args: string[]): Promise<CommandResult> {
    const { file, args: bundle, ...where } = this.program("admin");
    const child = spawn(file, [...bundle, ...args], {
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

  /** Runs the operator command in the resident process, once everything is built; it may fail. */
  command(...args: string[]): Promise<CommandResult> {
    const { args: bundle, cwd } = this.program("admin");
    if (!process.env[BUILT]) return this.operate(...args);
    return operator.run(args, path.join(cwd, ...bundle), this.environment());
  }

  /** Runs the operator command, which must succeed. @returns its JSON document */
  // biome-ignore lint/suspicious/noExplicitAny: tests read documented fields.
  async admin(...args: string[]): Promise<any> {
    const { code, stdout, stderr } = await this.command(...args);
    if (code !== 0) throw new Error(`admin ${args.join(" ")} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout);
  }

  private readonly fetch = async (request: Request): Promise<Response> => {
    try {
      return await fetchDocumented(request);
    } catch (error) {
      if (!isLostResponse(error)) this.contractViolation ??= error as Error;
      throw error;
    }
  };

  /** A bank's client, with the demo's key or another. Requires a started application. */
  bankClient(key = this.demoKey): BankClient {
    const fetch = (url: string, init: RequestInit) => this.fetch(new Request(url, init));
    return createBankClient({ baseUrl: this.base, apiKey: key, fetch });
  }

  /** Sends a request that the API may reject. */
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

  /** Stops its Postgres immediately, since its data is about to be deleted. */
  private async discardPostgres(): Promise<void> {
    const cluster = path.join(realpathSync(this.dataDir), "postgres");
    const pidFile = path.join(cluster, "postmaster.pid");
    if (!existsSync(pidFile)) return;
    const pid = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
    const isRunning = () => isServerOf({ folder: cluster }, pid) === true;
    if (isRunning()) await this.stopPostgres("immediate");
    await eventually(() => (isRunning() ? undefined : true), "Postgres has ended");
  }

  /** Stops it and deletes its data. @throws Error if a response violated its contract */
  async remove(): Promise<void> {
    await this.kill();
    await this.discardPostgres();
    keepPostgresLog(this.dataDir);
    rmSync(this.dataDir, { recursive: true, force: true });
    if (this.contractViolation) throw this.contractViolation;
  }
}
