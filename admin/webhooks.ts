/** `webhook`, `delivery`: a bank's webhook endpoints and the deliveries to them. */
import { type Command, Option } from "commander";
import type { z } from "zod";
import { actingFor, type BankScope, type SystemScope } from "#lib/auth/scopes.ts";
import { bankOf, type Owned } from "#lib/webhooks/bank-of.ts";
import { DELIVERY_STATUSES } from "#lib/webhooks/delivery/contract.ts";
import { listDeliveries } from "#lib/webhooks/delivery/queries.ts";
import * as contract from "#lib/webhooks/endpoints/contract.ts";
import { addEndpoint, changeEndpoint, rotateSecret } from "#lib/webhooks/endpoints/mutations.ts";
import { getEndpoint, listEndpoints } from "#lib/webhooks/endpoints/queries.ts";
import { SUBSCRIBABLE } from "#lib/webhooks/event-types.ts";
import { replayEvents } from "#lib/webhooks/replay/contract.ts";
import { replayEvent, startReplay } from "#lib/webhooks/replay/mutations.ts";
import { getReplay } from "#lib/webhooks/replay/queries.ts";
import { bankScope, type OneBank, ofBank } from "./banks.ts";
import * as flag from "./flags.ts";
import { CommandFailure, describeProblems, print, required, say } from "./output.ts";

/** Validates flags with the API's schema. @throws CommandFailure with a sentence per problem */
function readFlags<Body extends z.ZodObject>(body: Body, flags: object): z.output<Body> {
  const parsed = body.safeParse(flags);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => ({ loc: path, msg: message }));
  throw new CommandFailure(describeProblems(problems));
}

/** The bank of an endpoint, an event, or a replay. @throws CommandFailure if there is none */
const ownerOfOne = async (scope: SystemScope, kind: Owned, id: string): Promise<BankScope> =>
  actingFor(scope, await required(bankOf(kind, id), `No ${kind} has the ID ${id}.`));

type OneEndpoint = { endpoint: string };

function addWebhook(program: Command, scope: SystemScope): void {
  const ownerOf = (endpoint: string) => ownerOfOne(scope, "endpoint", endpoint);
  const webhook = program.command("webhook").description("manage a bank's webhook endpoints");
  ofBank(webhook, "add")
    .requiredOption("--url <address>")
    .addOption(
      new Option("--event-type <type...>", "send only these; default: all").choices(SUBSCRIBABLE),
    )
    .action(
      async ({ bank, url, eventType }: { bank: string; url: string; eventType?: string[] }) => {
        const owner = await bankScope(scope, bank);
        const request = readFlags(contract.addEndpoint.body, { url, event_types: eventType });
        const { endpoint_id, secret, event_types } = await addEndpoint(owner, request);
        print({ endpoint_id, secret, url, event_types });
        say("This secret is shown only once. Store it securely.");
      },
    );
  ofBank(webhook, "list").action(async ({ bank }: OneBank) => {
    // A bank has fewer endpoints than fit on a page.
    const { items } = await listEndpoints(await bankScope(scope, bank), { limit: 100 });
    print({ endpoints: items.toReversed() });
  });
  const ofEndpoint = flag.ofOne(webhook, "endpoint");
  ofEndpoint("enable")
    .description("enable a disabled endpoint; replay what it missed afterward")
    .action(async ({ endpoint }: OneEndpoint) => {
      const owner = await ownerOf(endpoint);
      if ((await getEndpoint(owner, endpoint)).status === "enabled") {
        throw new CommandFailure(`No disabled endpoint has the ID ${endpoint}.`);
      }
      const { endpoint_id, status } = await changeEndpoint(owner, endpoint, { status: "enabled" });
      print({ endpoint_id, status });
    });
  ofEndpoint("rotate-secret")
    .description("rotate an endpoint's secret; the old one also signs for 24 hours")
    .action(async ({ endpoint }: OneEndpoint) => {
      print(await rotateSecret(await ownerOf(endpoint), endpoint));
      say("This secret is shown only once. The old one stays valid for 24 hours.");
    });
}

type DeliveryFlags = OneBank & { status?: (typeof DELIVERY_STATUSES)[number]; limit: number };
type ReplayFlags = { event?: string; bank?: string; from?: string; to?: string; endpoint?: string };

async function replay(scope: SystemScope, { event, bank, from, to, endpoint }: ReplayFlags) {
  if (event) {
    return print(await replayEvent(await ownerOfOne(scope, "event", event), event, endpoint));
  }
  if (!(bank && from && to)) {
    throw new CommandFailure("Pass --event, or --bank with --from and --to.");
  }
  const owner = await bankScope(scope, bank);
  const range = readFlags(replayEvents.body, { from, to, endpoint_id: endpoint });
  const started = await startReplay(owner, range);
  print(started);
  say(`To see its progress: delivery replay-status --replay ${started.replay_id}`);
}

function addDelivery(program: Command, scope: SystemScope): void {
  const delivery = program.command("delivery").description("list and replay deliveries");
  ofBank(delivery, "list")
    .addOption(new Option("--status <status>", "dead: no more attempts").choices(DELIVERY_STATUSES))
    .option("--limit <n>", "", flag.limit, 50)
    .action(async ({ bank, ...filters }: DeliveryFlags) => {
      const { items } = await listDeliveries(await bankScope(scope, bank), filters);
      print({ deliveries: items.map(({ event_type: type, ...rest }) => ({ ...rest, type })) });
    });
  delivery
    .command("replay")
    .description("send events again with the same ID to every enabled endpoint of their bank")
    .option("--event <event_id>", "one event", flag.id)
    .option("--bank <bank_id>", "or all events of a bank in a time range", flag.id)
    .option("--from <time>", "start of the range, inclusive, such as 2026-11-21T00:00:00Z")
    .option("--to <time>", "end of the range, exclusive")
    .option("--endpoint <endpoint_id>", "only to this endpoint", flag.id)
    .action((flags: ReplayFlags) => replay(scope, flags));
  delivery
    .command("replay-status")
    .description("show a replay's progress")
    .requiredOption("--replay <replay_id>", "", flag.id)
    .action(async ({ replay: id }: { replay: string }) => {
      print(await getReplay(await ownerOfOne(scope, "replay", id), id));
    });
}

export function addWebhooks(program: Command, scope: SystemScope): void {
  addWebhook(program, scope);
  addDelivery(program, scope);
}
