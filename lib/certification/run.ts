/** A run's conversation with the bank: it asks the probe, delivers events, and looks at what the bank's client sent. */
import { setTimeout as pause } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import type { BankScope, SystemScope } from "../auth/scopes.ts";
import { affected, run, runForOne, runForRow } from "../database/run.ts";
import { type Cents, sumOfCents, toCents, toDecimalString, toDollars } from "../money.ts";
import { webhookAgents } from "../webhooks/address.ts";
import { wholeBody } from "../webhooks/events/body.ts";
import { endpointSecrets, postSigned, readBody, signatureHeaders } from "../webhooks/signing.ts";
import { STEP_MS, type StepName } from "./contract.ts";
import { amountOf } from "./seeded.ts";
import * as sql from "./sql.ts";

/** What a bank did other than expected, which ends a step. The message has no times or IDs. */
export class Shortcoming extends Error {
  override name = "Shortcoming";
}

const PROBE_MS = 5_000;
const STATE_MS = 10_000;
const MAX_ANSWER_BYTES = 512 * 1_024;
const DELIVERY_MS = 15_000;
const POLL_MS = 150;
/** How long a bank may take to believe what it was told, and the platform to decide. */
const PATIENCE_MS = 10_000;
const OUTCOME_MS = 25_000;
/** A bank that does something twice does it by then. */
const SETTLED_MS = 300;

const decimal = z.string().regex(/^\d{1,12}\.\d\d$/);

const knownGift = z.object({
  gift_id: z.string(),
  bank_transaction_ref: z.string().nullable(),
  donation_id: z.string().nullable(),
  status: z.enum(["pending", "completed", "failed", "canceled", "reversed"]),
  dollar_amount: decimal,
  points_taken: z.int(),
  points_returned: z.int(),
});

const stateAnswer = z.object({
  gifts: z.array(knownGift),
  total_completed_usd: decimal,
  statements: z.array(z.object({ statement_id: z.string(), digest: z.string() })),
});

export type KnownGift = z.infer<typeof knownGift>;
export type KnownState = z.infer<typeof stateAnswer>;

/** What the bank must believe of a gift, and the points that it must have returned. */
export type Belief = { status: KnownGift["status"]; returned?: number };

/** How a delivery differs from an ordinary one. */
type Sent = {
  secrets?: string[];
  /** Signs, too. */
  addedSecret?: string;
  /** What is signed in place of what is sent. */
  signedBody?: string;
  now?: number;
  headers?: Record<string, string | undefined>;
};

const describe = (gift: KnownGift | undefined) =>
  gift
    ? `Your side says: ${gift.status}, ${toPoints(gift.points_taken)} taken, ${toPoints(gift.points_returned)} returned.`
    : "Your side doesn’t know the gift.";
const toPoints = (points: number) => `${points} points`;

export class Run {
  readonly bank: BankScope;
  readonly system: SystemScope;
  readonly row: sql.CertificationRow;
  readonly step: StepName;
  private given = 0;
  private readonly until: number;

  constructor(
    { bank, system }: { bank: BankScope; system: SystemScope },
    row: sql.CertificationRow,
    step: StepName,
    limitMs = STEP_MS,
  ) {
    this.bank = bank;
    this.system = system;
    this.row = row;
    this.step = step;
    this.until = Date.now() + limitMs;
  }

  /** @throws Shortcoming unless it holds */
  require(holds: boolean, seen: string): void {
    if (!holds) throw new Shortcoming(seen);
  }

  /** What is found within the time, at first at once. @throws Shortcoming with what wasn't */
  async wait<T>(find: () => Promise<T | undefined>, missing: string, ms = PATIENCE_MS): Promise<T> {
    const until = Math.min(Date.now() + ms, this.until);
    for (;;) {
      const found = await find();
      if (found !== undefined) return found;
      if (Date.now() + POLL_MS > until) throw new Shortcoming(missing);
      await pause(POLL_MS);
    }
  }

  private get left(): number {
    return Math.max(this.until - Date.now(), 1);
  }

  private async send(
    url: string | null,
    id: string,
    body: string,
    timeoutMs: number,
    { signedBody, addedSecret, ...sent }: Sent = {},
  ) {
    const endpoint = await runForRow(sql.endpointOf(this.row.endpointId));
    const own = endpointSecrets.decryptAll(endpoint.id, endpoint);
    const secrets = addedSecret ? [addedSecret, ...own] : own;
    const other = signedBody && signatureHeaders(id, signedBody, own);
    const signed = {
      url: url ?? endpoint.url,
      id,
      body,
      secrets,
      ...(other && { headers: other }),
      ...sent,
    };
    const limited = { ...signed, timeoutMs: Math.min(timeoutMs, this.left) };
    return webhookAgents().use(this.bank.bankId, async (dispatcher) => {
      const response = await postSigned(dispatcher, limited);
      return {
        status: response.statusCode,
        text: await readBody(response.body, MAX_ANSWER_BYTES),
      };
    });
  }

  /** Asks the probe. @throws Shortcoming without a valid answer */
  private async probe<T>(kind: string, data: object, schema: z.ZodType<T>): Promise<T> {
    const type = `certification.${kind}`;
    const timestamp = new Date().toISOString();
    const body = JSON.stringify({ type, timestamp, data });
    const ms = kind === "state" ? STATE_MS : PROBE_MS;
    const answer = await this.send(this.row.probeUrl, uuidv7(), body, ms).catch(() => undefined);
    if (!answer) throw new Shortcoming(`The probe didn’t answer ${type} in time.`);
    this.require(answer.status === 200, `The probe answered ${type} with HTTP ${answer.status}.`);
    try {
      return schema.parse(JSON.parse(answer.text));
    } catch {
      throw new Shortcoming(`The probe’s answer to ${type} doesn’t have the documented form.`);
    }
  }

  ask = (kind: "cancel" | "use_key", data: object) => this.probe(kind, data, z.object({}));

  state = () => this.probe("state", {}, stateAnswer);

  /**
   * Has the bank give.
   * @param options the cents of the amount, which decide the outcome, or all of it; what becomes of the first requests; and
   *   whether it goes to a school that doesn't exist
   */
  async give({
    cents,
    amount,
    faults = [],
    isInvalid = false,
  }: {
    cents?: number;
    amount?: Cents;
    faults?: string[];
    isInvalid?: boolean;
  } = {}): Promise<sql.Gift> {
    const { seed, id: certificationId, accountId } = this.row;
    const amountCents = amount ?? amountOf(seed, this.step, this.given, cents);
    this.given += 1;
    const terms = await runForRow(sql.findGivingTerms(this.bank.bankId));
    const points = Math.ceil((amountCents * (terms.pointsPerDollar ?? 100)) / 100);
    const gift = { id: uuidv7(), amountCents, points };
    await affected(sql.insertGift(certificationId, { ...gift, faults }));
    const data = {
      gift_id: gift.id,
      service_user_id: accountId,
      school_id: isInvalid ? "certification-no-school" : terms.schoolId,
      fund_designation: terms.fundId,
      dollar_amount: toDollars(amountCents),
      points_redeemed: points,
    };
    await this.probe("give", data, z.object({}));
    return { ...gift, tries: [] };
  }

  /** The requests for a gift, once there are so many. */
  tries = (gift: sql.Gift, count: number, missing: string, ms = PATIENCE_MS) =>
    this.wait(
      async () => {
        const all = await run(sql.gifts(this.row.id));
        const { tries = [] } = all.find(({ id }) => id === gift.id) ?? {};
        return tries.length >= count ? tries : undefined;
      },
      missing,
      ms,
    );

  /** The donation that a gift became. @throws Shortcoming if the bank hasn't submitted it */
  async donation(gift: sql.Gift) {
    const missing = "Your client hasn’t submitted the gift through the run’s base URL.";
    const [{ reference }] = (await this.tries(gift, 1, missing)) as [sql.Try];
    const { bankId } = this.bank;
    const find = () => runForOne(sql.findDonation(bankId, reference ?? ""));
    return this.wait(find, "The gift wasn’t accepted.");
  }

  /** The events so far. @param about the donation; all if not given */
  async events(about?: string): Promise<sql.DueEvent[]> {
    const all = await run(sql.eventsFor(this.row));
    return about ? all.filter(({ body }) => JSON.parse(body).data.donation_id === about) : all;
  }

  /** A donation's events, once this one is among them. */
  eventsOnce = (type: string, about?: string, ms = OUTCOME_MS): Promise<sql.DueEvent[]> =>
    this.wait(
      async () => {
        const found = await this.events(about);
        return found.some((event) => event.type === type) ? found : undefined;
      },
      `There was no ${type} for your endpoint in time.`,
      ms,
    );

  /** Delivers an event, or what is made of it. @returns the status; 0 without an answer */
  async deliver(event: sql.DueEvent, sent: Sent & { id?: string; body?: string } = {}) {
    const { id = event.id, body = wholeBody(event), ...how } = sent;
    const answer = await this.send(null, id, body, DELIVERY_MS, how).catch(() => undefined);
    return answer?.status ?? 0;
  }

  /** @throws Shortcoming unless the bank takes all of them */
  async deliverAll(events: sql.DueEvent[]): Promise<void> {
    for (const event of events) this.requireTaken(await this.deliver(event), event.type);
  }

  requireRefused(status: number, what: string): void {
    const seen = status === 0 ? "wasn’t answered in time" : `was answered with HTTP ${status}`;
    this.require(status >= 400 && status < 500, `A delivery (${what}) ${seen}.`);
  }

  /** @throws Shortcoming unless the total is that of the completed gifts */
  requireTotal({ gifts, total_completed_usd: total }: KnownState): void {
    const completed = gifts.filter(({ status }) => status === "completed");
    const sum = sumOfCents(completed.map((gift) => toCents(Number(gift.dollar_amount))));
    this.require(total === toDecimalString(sum), "Your total isn’t that of your completed gifts.");
  }

  requireTaken(status: number, what: string): void {
    const answer = status === 0 ? "wasn’t answered in time" : `was answered with HTTP ${status}`;
    this.require(status >= 200 && status < 300, `A delivery (${what}) ${answer}.`);
  }

  /** Waits for a gift's outcome, and delivers its events. */
  async conclude(gift: sql.Gift, type = "donation.completed", ms = OUTCOME_MS): Promise<void> {
    const { id } = await this.donation(gift);
    await this.deliverAll(await this.eventsOnce(type, id, ms));
  }

  /** @throws Shortcoming unless the bank believes this of a gift, and goes on to */
  async believes(gift: sql.Gift, { status, returned = 0 }: Belief): Promise<KnownState> {
    let seen: KnownGift | undefined;
    const look = async () => {
      const state = await this.state();
      seen = state.gifts.find(({ gift_id }) => gift_id === gift.id);
      const isRight =
        seen?.status === status &&
        seen.points_taken === gift.points &&
        seen.points_returned === returned &&
        seen.dollar_amount === toDecimalString(gift.amountCents);
      return isRight ? state : undefined;
    };
    await this.wait(look, "").catch(() => undefined);
    await pause(SETTLED_MS);
    const state = await look();
    if (state) return state;
    const amount = seen && seen.dollar_amount !== toDecimalString(gift.amountCents);
    throw new Shortcoming(
      amount ? `Your side says ${seen?.dollar_amount} dollars.` : describe(seen),
    );
  }
}
