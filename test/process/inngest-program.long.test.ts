/** A real Inngest server runs the functions. It and the application are killed alternately under load. */
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, it } from "vitest";
import { createDatabase, type TestDatabase } from "../database.ts";
import { INNGEST_PROGRAM, type InngestProgram, startInngestProgram } from "../inngest-program.ts";
import { Application, eventually } from "./application.ts";
import { expectEverythingOnce, prepare, startBank } from "./storm.ts";

const KILLS = 3;
/** The sweep requeues late work after five minutes, which covers what the killed server forgot. */
const SWEEP_TIMEOUT_MS = 7 * 60_000;

describe.skipIf(!INNGEST_PROGRAM)("a real Inngest server (skipped without INNGEST_PROGRAM)", () => {
  let database: TestDatabase;
  let server: InngestProgram;
  let app: Application;
  let stage: Awaited<ReturnType<typeof prepare>>;

  beforeAll(async () => {
    database = await createDatabase("template0");
    server = await startInngestProgram(`${database.url}?sslmode=disable`);
    app = new Application(server.settings);
    await app.start();
    stage = await prepare(app);
  });

  afterAll(async () => {
    await app?.remove();
    await server?.stop();
    await stage?.platform.stop();
    await stage?.receiver.close();
    await database?.drop();
  });

  const isRegistered = () =>
    eventually(async () => {
      const response = await fetch(`${app.base}/readyz`);
      const { inngest } = (await response.json()) as { inngest?: string };
      return (response.ok && inngest === undefined) || undefined;
    }, "the server has registered the functions");

  it(
    "and the application are killed under load: nothing is lost or duplicated",
    async () => {
      await isRegistered();
      const bank = startBank([app], stage);
      for (let kill = 0; kill < KILLS; kill++) {
        await wait(4_000);
        await app.kill();
        await app.start();
        await isRegistered();
        await wait(4_000);
        await server.kill();
        await wait(1_000);
        await server.start();
      }
      await wait(4_000);
      const ids = await bank.stop();
      process.stdout.write(`${ids.length} donations over ${2 * KILLS} kills\n`);
      await expectEverythingOnce(app, stage, ids, SWEEP_TIMEOUT_MS);
    },
    15 * 60_000,
  );
});
