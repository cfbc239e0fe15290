/** `webhook`, `delivery`: where a bank is told, and what it was told. */
import type { Command } from "commander";
import { audit } from "#lib/audit.ts";
import type { SystemScope } from "#lib/auth/scopes.ts";
import { InvalidInput } from "#lib/errors.ts";
import {
  addEndpoint,
  enableEndpoint,
  listEndpoints,
  rotateSecret,
} from "#lib/webhooks/endpoints.ts";
import { listDeliveries } from "#lib/webhooks/queries.ts";
import { replayEvent } from "#lib/webhooks/replay.ts";
import { idFlag, limitFlag } from "./flags.ts";
import { CommandFailure, print } from "./output.ts";
import { requireBank } from "./tenants.ts";

async function add(scope: SystemScope, { bank, url }: { bank: string; url: string }) {
  await requireBank(scope, bank);
  const added = await addEndpoint(scope, bank, url).catch((error) => {
    throw error instanceof InvalidInput ? new CommandFailure(error.message) : error;
  });
  await audit(scope, "webhook.add", added.endpointId, { bank, url });
  print({ ...added, url });
  process.stderr.write("This secret is shown once. Keep it where secrets are kept.\n");
}

async function enable(scope: SystemScope, { endpoint }: { endpoint: string }): Promise<void> {
  if (!(await enableEndpoint(scope, endpoint))) {
    throw new CommandFailure(`There is no disabled endpoint ${endpoint}.`);
  }
  await audit(scope, "webhook.enable", endpoint);
  print({ endpointId: endpoint, status: "enabled" });
}

async function rotate(scope: SystemScope, { endpoint }: { endpoint: string }): Promise<void> {
  const rotated = await rotateSecret(scope, endpoint);
  if (!rotated) throw new CommandFailure(`There is no endpoint ${endpoint}.`);
  await audit(scope, "webhook.rotate-secret", endpoint);
  print(rotated);
  process.stderr.write("This secret is shown once. The old one is valid for 24 hours more.\n");
}

async function replay(scope: SystemScope, { event }: { event: string }): Promise<void> {
  const deliveries = await replayEvent(scope, event);
  if (deliveries === null) throw new CommandFailure(`There is no event ${event}.`);
  await audit(scope, "delivery.replay", event, { deliveries });
  print({ eventId: event, deliveries });
}

/** Adds both nouns. */
export function addWebhooks(program: Command, scope: SystemScope): void {
  const webhook = program.command("webhook").description("where a bank is told");
  webhook
    .command("add")
    .requiredOption("--bank <bank_id>", "", idFlag)
    .requiredOption("--url <address>")
    .action((flags: { bank: string; url: string }) => add(scope, flags));
  webhook
    .command("list")
    .requiredOption("--bank <bank_id>", "", idFlag)
    .action(async ({ bank }: { bank: string }) => {
      await requireBank(scope, bank);
      const endpoints = await listEndpoints(scope, bank);
      print({ endpoints: endpoints.map(({ id, ...rest }) => ({ endpointId: id, ...rest })) });
    });
  webhook
    .command("enable")
    .description("let a disabled endpoint have events again; replay what it missed")
    .requiredOption("--endpoint <endpoint_id>", "", idFlag)
    .action((flags: { endpoint: string }) => enable(scope, flags));
  webhook
    .command("rotate-secret")
    .description("give an endpoint a new secret; the old one signs too for 24 hours")
    .requiredOption("--endpoint <endpoint_id>", "", idFlag)
    .action((flags: { endpoint: string }) => rotate(scope, flags));

  const delivery = program.command("delivery").description("what was sent, attempt by attempt");
  delivery
    .command("list")
    .requiredOption("--bank <bank_id>", "", idFlag)
    .option("--limit <n>", "", limitFlag, 50)
    .action(async ({ bank, limit }: { bank: string; limit: number }) => {
      await requireBank(scope, bank);
      const rows = await listDeliveries(scope, bank, limit);
      const deliveries = rows.map(({ id, event, ...rest }) => ({
        deliveryId: id,
        ...event,
        ...rest,
      }));
      print({ deliveries });
    });
  delivery
    .command("replay")
    .description("send an event again, under its own id, to every enabled endpoint of its bank")
    .requiredOption("--event <event_id>", "", idFlag)
    .action((flags: { event: string }) => replay(scope, flags));
}
