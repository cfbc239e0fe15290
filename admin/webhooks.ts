/** `webhook`, `delivery`: a bank's webhook endpoints and the deliveries to them. */
import { type Command, Option } from "commander";
import { actingFor, type BankScope, type SystemScope } from "#lib/auth/scopes.ts";
import { InvalidInput, ServiceError } from "#lib/errors.ts";
import { DELIVERY_STATUSES } from "#lib/webhooks/delivery/contract.ts";
import { listDeliveries } from "#lib/webhooks/delivery/queries.ts";
import * as contract from "#lib/webhooks/endpoints/contract.ts";
import { addEndpoint, changeEndpoint, rotateSecret } from "#lib/webhooks/endpoints/mutations.ts";
import { bankOfEndpoint, getEndpoint, listEndpoints } from "#lib/webhooks/endpoints/queries.ts";
import { SUBSCRIBABLE } from "#lib/webhooks/event-types.ts";
import { bankOfEvent } from "#lib/webhooks/events/queries.ts";
import { replayEvents as replayEventsContract } from "#lib/webhooks/replay/contract.ts";
import { replayEvent, startReplay } from "#lib/webhooks/replay/mutations.ts";
import { bankOfReplay, getReplay } from "#lib/webhooks/replay/queries.ts";
import { requireBank } from "./banks.ts";
import { idFlag, limitFlag } from "./flags.ts";
import { CommandFailure, print, say } from "./output.ts";

type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

async function forBank(scope: SystemScope, bankId: string): Promise<BankScope> {
  await requireBank(bankId);
  return actingFor(scope, bankId);
}

async function forOwner(scope: SystemScope, endpointId: string): Promise<BankScope> {
  const bankId = await bankOfEndpoint(endpointId);
  if (bankId === null) throw new CommandFailure(`No endpoint has the ID ${endpointId}.`);
  return actingFor(scope, bankId);
}

type AddFlags = { bank: string; url: string; eventType?: string[] };

async function add(scope: SystemScope, { bank, url, eventType }: AddFlags) {
  const forIt = await forBank(scope, bank);
  const checked = contract.addEndpoint.body.safeParse({ url, event_types: eventType });
  if (!checked.success) {
    throw new CommandFailure(checked.error.issues.map(({ message }) => message).join(" "));
  }
  const { endpoint_id, secret, event_types } = await addEndpoint(forIt, checked.data).catch(
    (error) => {
      throw error instanceof InvalidInput ? new CommandFailure(error.message) : error;
    },
  );
  print({ endpoint_id, secret, url, event_types });
  say("This secret is shown only once. Store it securely.");
}

async function enable(scope: SystemScope, { endpoint }: { endpoint: string }): Promise<void> {
  const forIt = await forOwner(scope, endpoint);
  if ((await getEndpoint(forIt, endpoint)).status === "enabled") {
    throw new CommandFailure(`No disabled endpoint has the ID ${endpoint}.`);
  }
  const { endpoint_id, status } = await changeEndpoint(forIt, endpoint, { status: "enabled" });
  print({ endpoint_id, status });
}

async function rotate(scope: SystemScope, { endpoint }: { endpoint: string }): Promise<void> {
  print(await rotateSecret(await forOwner(scope, endpoint), endpoint));
  say("This secret is shown only once. The old one stays valid for 24 hours.");
}

async function list(scope: SystemScope, { bank }: { bank: string }): Promise<void> {
  // A bank has fewer endpoints than fit on a page.
  const { items } = await listEndpoints(await forBank(scope, bank), { limit: 100 });
  print({ endpoints: items.toReversed() });
}

type DeliveryFlags = { bank: string; status?: DeliveryStatus; limit: number };

async function showDeliveries(scope: SystemScope, flags: DeliveryFlags): Promise<void> {
  const { bank, ...filters } = flags;
  const { items } = await listDeliveries(await forBank(scope, bank), filters);
  print({ deliveries: items.map(({ event_type: type, ...rest }) => ({ ...rest, type })) });
}

async function replayOne(scope: SystemScope, event: string, endpoint?: string): Promise<void> {
  const bankId = await bankOfEvent(event);
  if (bankId === null) throw new CommandFailure(`No event has the ID ${event}.`);
  const replayed = await replayEvent(actingFor(scope, bankId), event, endpoint).catch((error) => {
    throw error instanceof InvalidInput ? new CommandFailure(sentencesOf(error.violations)) : error;
  });
  print(replayed);
}

type RangeFlags = { bank?: string; from?: string; to?: string; endpoint?: string };

async function replayRange(scope: SystemScope, { bank, from, to, endpoint }: RangeFlags) {
  if (!(bank && from && to)) {
    throw new CommandFailure("Pass --event, or --bank with --from and --to.");
  }
  const forIt = await forBank(scope, bank);
  const range = replayEventsContract.body.safeParse({ from, to, endpoint_id: endpoint });
  if (!range.success) throw new CommandFailure(sentencesOf(range.error.issues));
  const replay = await startReplay(forIt, range.data).catch((error) => {
    if (error instanceof InvalidInput) throw new CommandFailure(sentencesOf(error.violations));
    throw error instanceof ServiceError ? new CommandFailure(error.message) : error;
  });
  print(replay);
  say(`To see its progress: delivery replay-status --replay ${replay.replay_id}`);
}

async function replayStatus(scope: SystemScope, { replay }: { replay: string }): Promise<void> {
  const bankId = await bankOfReplay(replay);
  if (bankId === null) throw new CommandFailure(`No replay has the ID ${replay}.`);
  print(await getReplay(actingFor(scope, bankId), replay));
}

/** One sentence per problem, with its flag. */
function sentencesOf(
  problems: { path?: PropertyKey[]; loc?: (string | number)[]; message?: string; msg?: string }[],
): string {
  const flagOf = (name: unknown) => (name === "endpoint_id" ? "--endpoint" : `--${String(name)}`);
  return problems
    .map(({ path, loc, message, msg }) => `${flagOf((path ?? loc)?.at(-1))}: ${message ?? msg}.`)
    .join(" ");
}

/** Adds both commands. */
export function addWebhooks(program: Command, scope: SystemScope): void {
  const webhook = program.command("webhook").description("manage a bank's webhook endpoints");
  webhook
    .command("add")
    .requiredOption("--bank <bank_id>", "", idFlag)
    .requiredOption("--url <address>")
    .addOption(
      new Option("--event-type <type...>", "send only these; default: all").choices(SUBSCRIBABLE),
    )
    .action((flags: AddFlags) => add(scope, flags));
  webhook
    .command("list")
    .requiredOption("--bank <bank_id>", "", idFlag)
    .action((flags: { bank: string }) => list(scope, flags));
  webhook
    .command("enable")
    .description("enable a disabled endpoint; replay what it missed afterward")
    .requiredOption("--endpoint <endpoint_id>", "", idFlag)
    .action((flags: { endpoint: string }) => enable(scope, flags));
  webhook
    .command("rotate-secret")
    .description("rotate an endpoint's secret; the old one also signs for 24 hours")
    .requiredOption("--endpoint <endpoint_id>", "", idFlag)
    .action((flags: { endpoint: string }) => rotate(scope, flags));

  const delivery = program.command("delivery").description("list and replay deliveries");
  delivery
    .command("list")
    .requiredOption("--bank <bank_id>", "", idFlag)
    .addOption(new Option("--status <status>", "dead: no more attempts").choices(DELIVERY_STATUSES))
    .option("--limit <n>", "", limitFlag, 50)
    .action((flags: DeliveryFlags) => showDeliveries(scope, flags));
  delivery
    .command("replay")
    .description("send events again with the same ID to every enabled endpoint of their bank")
    .option("--event <event_id>", "one event", idFlag)
    .option("--bank <bank_id>", "or all events of a bank in a time range", idFlag)
    .option("--from <time>", "start of the range, inclusive, such as 2026-11-21T00:00:00Z")
    .option("--to <time>", "end of the range, exclusive")
    .option("--endpoint <endpoint_id>", "only to this endpoint", idFlag)
    .action(({ event, ...range }: { event?: string } & RangeFlags) =>
      event ? replayOne(scope, event, range.endpoint) : replayRange(scope, range),
    );
  delivery
    .command("replay-status")
    .description("show a replay's progress")
    .requiredOption("--replay <replay_id>", "", idFlag)
    .action((flags: { replay: string }) => replayStatus(scope, flags));
}
