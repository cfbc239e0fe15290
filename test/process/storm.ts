/**
 * Donations under load while processes are killed. Every response that a bank could have received is
 * checked, and at the end the platform, the receiver, and our ledger are compared.
 */
import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { randomNumbers } from "#lib/certification/seeded.ts";
import { type Platform, startPlatform } from "../platform/process.ts";
import { startReceiver } from "../receiver.ts";
import { Application, eventually } from "./application.ts";
import { configureRestPlatform, donationRequest, makeBank } from "./bank.ts";

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

type Preparation = { answer?: Parameters<typeof startReceiver>[0]; school?: string };

/** A bank, its receiver, and the school's platform; all outlive the application. */
export async function prepare(
  app: Application,
  { answer, school = "ohio-state" }: Preparation = {},
) {
  const platform = await startPlatform();
  const receiver = await startReceiver(answer);
  const bank = await makeBank(app, receiver.url);
  receiver.settings.secret = bank.secret;
  await configureRestPlatform(app, school, platform.config);
  return { platform, receiver, bank, school };
}

type Stage = Awaited<ReturnType<typeof prepare>>;

/** Shared by all tests of a file, from the application's start to its stop. */
export function prepareForAll(app: Application): Stage {
  const stage = {} as Stage;

  beforeAll(async () => {
    await app.start();
    Object.assign(stage, await prepare(app));
  });

  afterAll(async () => {
    await app.remove();
    await stage.platform?.stop();
    await stage.receiver?.close();
  });

  return stage;
}

/** Submits donations until stopped; a lost response is requested again with its reference. */
export function startBank(
  apps: Application[],
  { bank }: Stage,
  { clients = 12, prefix = "storm" } = {},
) {
  const accepted = new Map<string, string>();
  let running = true;
  let count = 0;

  /** Retries until a response gives the outcome. */
  async function submit(reference: string): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const app = apps[(count + attempt) % apps.length] as Application;
      const answer = await app
        .api("POST", "/v1/donations/request", donationRequest(reference), bank.key)
        .catch(() => undefined);
      if (answer?.status === 202) return void accepted.set(reference, answer.body.data.donation_id);
      if (answer?.status === 409) {
        return void accepted.set(reference, answer.body.error.details.donation_id);
      }
      await wait(50);
    }
  }

  const workers = Array.from({ length: clients }, async () => {
    while (running) {
      await submit(`${prefix}-${++count}`);
      await wait(5);
    }
  });
  return {
    accepted,
    async stop(): Promise<string[]> {
      running = false;
      await Promise.all(workers);
      return [...accepted.values()];
    },
  };
}

/**
 * Compares all three ledgers.
 * @param ids every accepted donation
 * @param withinMs the limit for settling each, and then for all webhooks
 */
export async function expectEverythingOnce(
  app: Application,
  stage: { platform: Platform; receiver: Receiver; bank: { key: string } },
  ids: string[],
  withinMs = 300_000,
): Promise<void> {
  const { platform, receiver, bank } = stage;
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) {
    const donation = await eventually(
      async () => {
        const { status, body } = await app.api("GET", `/v1/donations/${id}`, undefined, bank.key);
        return status === 200 && body.data.status !== "pending" ? body.data : undefined;
      },
      `donation ${id} is settled`,
      withinMs,
    );
    expect(donation.status).toBe("completed");
  }
  const credits = (await platform.ledger()).map(({ credit }) => credit.partner_reference);
  expect(credits.sort()).toEqual([...ids].sort());
  await eventually(
    () => isNotified(stage, ids) || undefined,
    "the bank was notified of every donation",
    withinMs,
  );
  const eventIds = new Map<unknown, Set<string>>();
  for (const received of receiver.received) {
    expect(received.payload, "every webhook verifies").toBeTruthy();
    const known = eventIds.get(donationIn(received)) ?? new Set();
    eventIds.set(donationIn(received), known.add(`${received.id} ${received.body}`));
  }
  expect([...eventIds.keys()].sort()).toEqual([...ids].sort());
  for (const [id, events] of eventIds) expect(events.size, `one event for ${id}`).toBe(1);
}

/** Whether the bank was notified of all these donations. */
export function isNotified({ receiver }: { receiver: Receiver }, ids: string[]): boolean {
  const notified = new Set(receiver.received.map(donationIn));
  return ids.every((id) => notified.has(id));
}

const donationIn = (received: Receiver["received"][number]) => received.payload?.data.donation_id;

/** Kills the application at random moments under load, along with its Postgres every third time. */
async function killAtRandom(app: Application, kills: number, seed: number): Promise<void> {
  process.stdout.write(`storm: ${kills} kills, STORM_SEED=${seed} replays them\n`);
  const random = randomNumbers(seed);
  for (let kill = 1; kill <= kills; kill++) {
    await wait(300 + random() * 1_200);
    const withPostgres = random() < 1 / 3;
    await app.kill();
    if (withPostgres) await app.killPostgres();
    await app.start();
  }
}

/** Makes a platform misbehave in different ways, a few credits at a time. @returns a function that stops it */
function startMisbehavior(platform: Platform): () => Promise<void> {
  const modes = ["lose", "unavailable", "nonsense", "slow", "ok"];
  let turn = 0;
  const timer = setInterval(() => {
    void platform.behave(modes[turn++ % modes.length] as string, 3);
  }, 700);
  return async () => {
    clearInterval(timer);
    await platform.behave("ok");
  };
}

type Storm = { kills: number; misbehaves: boolean; timeoutMs: number };

/** The test: an application under load is killed repeatedly; then all ledgers are compared. */
export function stormTest(title: string, { kills, misbehaves, timeoutMs }: Storm): void {
  const app = new Application({
    PUSH_RETRY_SCHEDULE: "0s,500ms,1s",
    WEBHOOK_RETRY_SCHEDULE: "0s,1s,1s,2s,2s,2s,5s,5s,5s,5s",
  });
  const stage = prepareForAll(app);

  it(
    title,
    async () => {
      const bank = startBank([app], stage);
      const stopMisbehavior = misbehaves ? startMisbehavior(stage.platform) : async () => {};
      await killAtRandom(app, kills, Number(process.env.STORM_SEED ?? randomInt(1_000_000)));
      await stopMisbehavior();
      await eventually(
        () => (bank.accepted.size > kills * 5 ? true : undefined),
        "donations have been accepted",
      );
      const ids = await bank.stop();
      await expectEverythingOnce(app, stage, ids);
    },
    timeoutMs,
  );
}
