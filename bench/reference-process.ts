/**
 * A process that runs two no-op durable steps, with DBOS (a workflow of two steps) or with
 * graphile-worker (a job that adds a second one), on the same Postgres as the product.
 *
 *   node bench/reference-process.ts dbos|graphile-worker, with DATABASE_URL and PORT
 *
 * `POST /<count>` runs that many pairs, and responds when all are done.
 */
import { createServer } from "node:http";
import { DBOS } from "@dbos-inc/dbos-sdk";
import { Logger, run } from "graphile-worker";

/** How many are started at a time. */
const CONCURRENCY = 32;

type RunOne = () => Promise<void>;

async function openDbos(systemDatabaseUrl: string): Promise<RunOne> {
  DBOS.setConfig({
    name: "reference",
    systemDatabaseUrl,
    logLevel: "error",
    runAdminServer: false,
  });
  const workflow = DBOS.registerWorkflow(
    async () => {
      await DBOS.runStep(async () => {}, { name: "first" });
      await DBOS.runStep(async () => {}, { name: "second" });
    },
    { name: "two-steps" },
  );
  await DBOS.launch();
  return async () => (await DBOS.startWorkflow(workflow)()).getResult();
}

async function openGraphileWorker(connectionString: string): Promise<RunOne> {
  const pending = new Map<number, () => void>();
  let latest = 0;
  const runner = await run({
    connectionString,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
    taskList: {
      first: async (id, { addJob }) => void (await addJob("second", id)),
      second: async (id) => pending.get(id as number)?.(),
    },
  });
  return () =>
    new Promise((resolve, reject) => {
      const id = ++latest;
      pending.set(id, resolve);
      runner.addJob("first", id).catch(reject);
    });
}

const url = process.env.DATABASE_URL as string;
const runOne = await (process.argv[2] === "dbos" ? openDbos(url) : openGraphileWorker(url));

async function runMany(count: number): Promise<void> {
  let remaining = count;
  const worker = async () => {
    while (remaining-- > 0) await runOne();
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

createServer((request, response) => {
  const count = Number(request.url?.slice(1));
  void (count > 0 ? runMany(count) : Promise.resolve()).then(() => response.end());
}).listen(Number(process.env.PORT), "127.0.0.1");
process.on("SIGTERM", () => process.exit());
