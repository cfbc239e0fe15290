import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, it } from "vitest";
import { startReceiver } from "../receiver.ts";
import { Application, eventually } from "./application.ts";

const app = new Application();
const hanging: Server[] = [];
let healthy: Awaited<ReturnType<typeof startReceiver>>;

/** Takes connections and never answers. */
async function startHanging(): Promise<string> {
  const server = createServer(() => undefined);
  hanging.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
}

async function makeBank(url: string) {
  const { bank_id: id } = await app.admin("bank", "create", "--name", "Isolation Bank");
  const { api_key: key } = await app.admin("key", "issue", "--bank", id);
  const { secret } = await app.admin("webhook", "add", "--bank", id, "--url", url);
  return { id, key, secret };
}

const donate = (key: string, reference: string) =>
  app.api(
    "POST",
    "/v1/donations/request",
    {
      bank_transaction_ref: reference,
      dollar_amount: 25,
      school_id: "ohio-state",
      fund_designation: "annual-fund",
    },
    key,
  );

beforeAll(async () => {
  healthy = await startReceiver();
  await app.start();
}, 240_000);

afterAll(async () => {
  for (const server of hanging) {
    server.closeAllConnections();
    server.close();
  }
  await app.remove();
  await healthy.close();
}, 240_000);

it("three banks whose endpoints hang hold up nobody else's events", async () => {
  const stuck = await Promise.all([1, 2, 3].map(async () => makeBank(await startHanging())));
  const other = await makeBank(healthy.url);
  healthy.settings.secret = other.secret;
  const flood = stuck.flatMap(({ key }) =>
    Array.from({ length: 60 }, (_, n) => donate(key, `stuck-${n}`)),
  );
  await Promise.all(flood);
  for (let n = 0; n < 5; n++) {
    const { body } = await donate(other.key, `quick-${n}`);
    const id = body.data.donation_id;
    await eventually(
      () => healthy.received.find((received) => received.payload?.data.donation_id === id),
      "the healthy bank hears at once",
      // Well within the 15 s for which the others hang.
      10_000,
    );
  }
}, 240_000);
