import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, it } from "vitest";
import { startReceiver } from "../receiver.ts";
import { eventually } from "./application.ts";
import { donate, makeBank } from "./bank.ts";
import { app } from "./default-service.ts";

const hanging: Server[] = [];
let healthy: Awaited<ReturnType<typeof startReceiver>>;

/** Accepts connections and never responds. */
async function startHanging(): Promise<string> {
  const server = createServer(() => undefined);
  hanging.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
}

beforeAll(async () => {
  healthy = await startReceiver();
});

afterAll(async () => {
  for (const server of hanging) {
    server.closeAllConnections();
    server.close();
  }
  await healthy.close();
});

it("three banks with hanging endpoints don't delay another bank's events", async () => {
  const stuck = await Promise.all([1, 2, 3].map(async () => makeBank(app, await startHanging())));
  const other = await makeBank(app, healthy.url);
  healthy.settings.secret = other.secret;
  const flood = stuck.flatMap(({ key }) =>
    Array.from({ length: 60 }, (_, n) => donate(app, key, `stuck-${n}`)),
  );
  await Promise.all(flood);
  for (let n = 0; n < 5; n++) {
    const id = await donate(app, other.key, `quick-${n}`);
    await eventually(
      () => healthy.received.find((received) => received.payload?.data.donation_id === id),
      "the healthy bank is notified",
    );
  }
});
