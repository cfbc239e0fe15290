/** A bank: its requests, the responses that it got, and its own records. */
import * as corrections from "#lib/corrections/contract.ts";
import * as donations from "#lib/donations/contract.ts";
import { changeEndpoint, rotateSecret } from "#lib/webhooks/endpoints/mutations.ts";
import * as events from "#lib/webhooks/events/contract.ts";
import * as replays from "#lib/webhooks/replay/contract.ts";
import { call } from "#test/api.ts";
import type { Bank as Tenant } from "#test/factories.ts";
import { handlerOf } from "#test/operations.ts";
import { BEGINNING } from "./clock.ts";
import type { SimulatedConsents } from "./consents.ts";
import type { Receiver } from "./endpoint.ts";
import { happens } from "./weighted-random.ts";
import type { World } from "./world.ts";

/** A gift that the bank requests, and the donation that it knows of. */
export type Gift = {
  body: { bank_transaction_ref: string; dollar_amount: number; school_id: string } & object;
  donationId: string | undefined;
};

export type Endpoint = {
  id: string;
  receiver: Receiver;
  /** False once it has ever been disabled: events from that time may be missing. */
  alwaysEnabled: boolean;
};

export type SimulatedBank = ReturnType<typeof createSimulatedBank>;

type Customers = { accounts: string[]; schools: string[] };

const REQUEST = {
  contract: donations.requestDonation,
  handler: handlerOf(donations.requestDonation),
};
const READ = { contract: donations.getDonation, handler: handlerOf(donations.getDonation) };
const CORRECT = {
  contract: corrections.requestCorrection,
  handler: handlerOf(corrections.requestCorrection),
};
const REPLAY = { contract: events.replayEvent, handler: handlerOf(events.replayEvent) };
const REPLAY_RANGE = { contract: replays.replayEvents, handler: handlerOf(replays.replayEvents) };

/** Creates a bank that uses a tenant. */
export function createSimulatedBank(
  world: World,
  name: string,
  tenant: Tenant,
  endpoints: Endpoint[],
  { accounts, schools }: Customers,
  consents: SimulatedConsents,
) {
  const { random } = world;
  const { key, scope } = tenant;
  const gifts: Gift[] = [];
  /** Responses and webhooks that violate the contract. */
  const problems: string[] = [];

  function newGift(): Gift {
    const gift = {
      body: {
        bank_transaction_ref: `${name}-${gifts.length + 1}`,
        dollar_amount: (500 + random.below(20_000)) / 100,
        school_id: random.pick(schools),
        fund_designation: "annual-fund",
        points_redeemed: 100,
        notify_cardholder: happens(random, 0.3),
        recurring: happens(random, 0.15),
        ...(happens(random, 0.7) ? { service_user_id: random.pick(accounts) } : {}),
      },
      donationId: undefined,
    };
    gifts.push(gift);
    return gift;
  }

  /** Every response about a gift must name the same donation. */
  function recordDonation(gift: Gift, donationId: string): void {
    if (gift.donationId !== undefined && gift.donationId !== donationId) {
      problems.push(`${gift.body.bank_transaction_ref} became two donations`);
    }
    gift.donationId = donationId;
  }

  /** Requests a gift. A repeated reference with a different body is the bank's mistake, and must have no effect. */
  async function request(gift: Gift, isDifferent: boolean): Promise<void> {
    const cents = Math.round(gift.body.dollar_amount * 100) + (isDifferent ? 100 : 0);
    const dollar_amount = cents / 100;
    const { status, body } = await call(REQUEST, { key, body: { ...gift.body, dollar_amount } });
    const isLost = !world.calm() && happens(random, 0.1);
    world.note(`${name}: ${gift.body.bank_transaction_ref} ${status}${isLost ? ", lost" : ""}`);
    if (isLost || status === 503) return;
    if (status === 202 && !isDifferent) return recordDonation(gift, body.data.donation_id);
    const { donation_id, same_request } = body.error?.details ?? {};
    if (status !== 409 || same_request === isDifferent) {
      problems.push(`${gift.body.bank_transaction_ref} got ${JSON.stringify(body)}`);
    }
    recordDonation(gift, donation_id);
  }

  /** What it has asked to correct, and the correction that it knows of. */
  const asked: { donation_id: string; body: { correction_ref: string }; id?: string }[] = [];

  function newCorrection(donation_id: string) {
    const correction_ref = `${name}-correction-${asked.length + 1}`;
    const kind = random.pick(["cancel", "cancel", "reverse", "reverse", "redirect"] as const);
    const isPart = kind !== "cancel" && happens(random, 0.7);
    const target = { school_id: random.pick(schools), fund_designation: "annual-fund" };
    const body = {
      ...{ kind, correction_ref, reason: "A mistake" },
      ...(isPart && { dollar_amount: (100 + random.below(4_000)) / 100 }),
      ...(kind === "redirect" && target),
    };
    const one = { donation_id, body };
    asked.push(one);
    return one;
  }

  /** Asks for a correction, or for the same one again. Every response must name the same one. */
  async function correct(one: (typeof asked)[number]): Promise<void> {
    const { donation_id, body } = one;
    const answer = await call(CORRECT, { key, params: { donation_id }, body });
    const { status } = answer;
    world.note(`${name}: ${body.correction_ref} ${status}`);
    if (![202, 200, 409, 422, 503].includes(status)) problems.push(`${name} got ${status}`);
    if (status > 202) return;
    const { correction_id } = answer.body.data;
    if (one.id !== undefined && one.id !== correction_id) {
      problems.push(`${body.correction_ref} became two corrections`);
    }
    one.id = correction_id;
  }

  const accepted = () => gifts.filter(({ donationId }) => donationId !== undefined);

  return {
    name,
    tenant,
    gifts,
    endpoints,
    problems,
    accounts,
    consents,

    give: () => request(newGift(), false),

    /** Gifts whose outcome the bank doesn't know. */
    unanswered: () => gifts.filter(({ donationId }) => donationId === undefined),
    retry: (gift: Gift) => request(gift, false),

    /** Repeats a request that was accepted long ago, sometimes with another amount. */
    async repeat(): Promise<void> {
      if (accepted().length > 0) await request(random.pick(accepted()), happens(random, 0.3));
    },

    /** Corrects a donation, or asks again for what it asked for before. */
    async correct(): Promise<void> {
      if (asked.length > 0 && happens(random, 0.3)) return correct(random.pick(asked));
      if (accepted().length > 0) {
        await correct(newCorrection(random.pick(accepted()).donationId as string));
      }
    },

    /** Reads a donation; another bank's isn't found. */
    async read(donationId: string): Promise<void> {
      const { status } = await call(READ, { key, params: { donation_id: donationId } });
      const own = accepted().some((gift) => gift.donationId === donationId);
      if (status !== 503 && status !== (own ? 200 : 404)) {
        problems.push(`${name} got ${status} for ${own ? "its own" : "a foreign"} donation`);
      }
    },

    /** Replays an event that one of its receivers, or another bank's, has received. */
    async replay(eventId: string): Promise<void> {
      const { status } = await call(REPLAY, { key, params: { event_id: eventId } });
      const own = endpoints.some(({ receiver }) =>
        receiver.received.some(({ id }) => id === eventId),
      );
      if (status !== 503 && status !== (own ? 202 : 404)) {
        problems.push(`${name} got ${status} for ${own ? "its own" : "a foreign"} event`);
      }
    },

    /** Replays everything. */
    async replayAll(endpoint?: Endpoint): Promise<void> {
      const body = {
        from: new Date(BEGINNING).toISOString(),
        to: new Date(world.clock.now() + 1).toISOString(),
        ...(endpoint ? { endpoint_id: endpoint.id } : {}),
      };
      const { status } = await call(REPLAY_RANGE, { key, body });
      // A disabled endpoint can't be replayed to, and only a few replays may run at a time.
      const expected = [202, 409, 503, ...(endpoint && !endpoint.alwaysEnabled ? [422] : [])];
      if (!expected.includes(status)) problems.push(`${name} got ${status} for a replay`);
    },

    async rotate({ id, receiver }: Endpoint): Promise<void> {
      world.note(`${name}: rotates the secret of ${receiver.name}`);
      receiver.secrets.push((await rotateSecret(scope, id)).secret);
    },

    async set(endpoint: Endpoint, status: "enabled" | "disabled"): Promise<void> {
      world.note(`${name}: ${endpoint.receiver.name} ${status}`);
      endpoint.alwaysEnabled = false;
      await changeEndpoint(scope, endpoint.id, { status });
    },
  };
}
