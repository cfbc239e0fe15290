/** A bank: its requests, the responses, and its own records. */
import { GET as readDonation } from "#app/v1/donations/[donation_id]/route.ts";
import { POST as requestDonation } from "#app/v1/donations/request/route.ts";
import { POST as replayEvent } from "#app/v1/events/[event_id]/replay/route.ts";
import { POST as replayEvents } from "#app/v1/events/replay/route.ts";
import * as donations from "#lib/donations/contract.ts";
import { changeEndpoint, rotateSecret } from "#lib/webhooks/endpoints/mutations.ts";
import * as events from "#lib/webhooks/events/contract.ts";
import * as replays from "#lib/webhooks/replay/contract.ts";
import { call } from "#test/api.ts";
import type { Bank as Tenant } from "#test/factories.ts";
import { BEGINNING } from "./clock.ts";
import type { SimulatedConsents } from "./consents.ts";
import type { Receiver } from "./endpoint.ts";
import { happens } from "./weighted-random.ts";
import type { World } from "./world.ts";

/** A gift of the bank, and the donation that it knows of. */
export type Gift = {
  body: { bank_transaction_ref: string; dollar_amount: number; school_id: string } & object;
  donationId: string | undefined;
};

export type Endpoint = {
  id: string;
  receiver: Receiver;
  /** False once it has been disabled for a while: events of that time may be missing. */
  alwaysEnabled: boolean;
};

export type SimulatedBank = ReturnType<typeof createSimulatedBank>;

type Customers = { accounts: string[]; schools: string[] };

const REQUEST = { contract: donations.requestDonation, handler: requestDonation };
const READ = { contract: donations.getDonation, handler: readDonation };
const REPLAY = { contract: events.replayEvent, handler: replayEvent };
const REPLAY_RANGE = { contract: replays.replayEvents, handler: replayEvents };

/** Creates a bank of that tenant. */
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
  const complaints: string[] = [];

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

  /** The one donation of a gift: every response has to name the same one. */
  function believe(gift: Gift, donationId: string): void {
    if (gift.donationId !== undefined && gift.donationId !== donationId) {
      complaints.push(`${gift.body.bank_transaction_ref} became two donations`);
    }
    gift.donationId = donationId;
  }

  /** Requests a gift; a request with another body is the bank's own mistake, which must have no effect. */
  async function ask(gift: Gift, differs: boolean): Promise<void> {
    const cents = Math.round(gift.body.dollar_amount * 100) + (differs ? 100 : 0);
    const dollar_amount = cents / 100;
    const { status, body } = await call(REQUEST, { key, body: { ...gift.body, dollar_amount } });
    const lost = !world.calm() && happens(random, 0.1);
    world.note(`${name}: ${gift.body.bank_transaction_ref} ${status}${lost ? ", unheard" : ""}`);
    if (lost || status === 503) return;
    if (status === 202 && !differs) return believe(gift, body.data.donation_id);
    const { donation_id, same_request } = body.error?.details ?? {};
    if (status !== 409 || same_request === differs) {
      complaints.push(`${gift.body.bank_transaction_ref} was answered ${JSON.stringify(body)}`);
    }
    believe(gift, donation_id);
  }

  const known = () => gifts.filter(({ donationId }) => donationId !== undefined);

  return {
    name,
    tenant,
    gifts,
    endpoints,
    complaints,
    accounts,
    consents,

    give: () => ask(newGift(), false),

    /** Gifts whose outcome the bank does not know. */
    unanswered: () => gifts.filter(({ donationId }) => donationId === undefined),
    askAgain: (gift: Gift) => ask(gift, false),

    /** Repeats a request that was accepted long ago, sometimes with another amount. */
    async repeat(): Promise<void> {
      if (known().length > 0) await ask(random.pick(known()), happens(random, 0.3));
    },

    /** Reads a donation; another bank's is not found. */
    async read(donationId: string): Promise<void> {
      const { status } = await call(READ, { key, params: { donation_id: donationId } });
      const own = known().some((gift) => gift.donationId === donationId);
      if (status !== 503 && status !== (own ? 200 : 404)) {
        complaints.push(
          `${name} was answered ${status} for ${own ? "its own" : "a foreign"} donation`,
        );
      }
    },

    /** Replays an event that one of its receivers, or another bank's, has received. */
    async replay(eventId: string): Promise<void> {
      const { status } = await call(REPLAY, { key, params: { event_id: eventId } });
      const own = endpoints.some(({ receiver }) =>
        receiver.received.some(({ id }) => id === eventId),
      );
      if (status !== 503 && status !== (own ? 202 : 404)) {
        complaints.push(
          `${name} was answered ${status} for ${own ? "its own" : "a foreign"} event`,
        );
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
      // Nothing is sent to a disabled endpoint, and the bank is told so; few replays run at a time.
      const expected = [202, 409, 503, ...(endpoint && !endpoint.alwaysEnabled ? [422] : [])];
      if (!expected.includes(status))
        complaints.push(`${name} was answered ${status} for a replay`);
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
