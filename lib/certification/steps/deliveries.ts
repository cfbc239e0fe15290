/** Steps about what the bank's receiver makes of deliveries. */
import { v7 as uuidv7 } from "uuid";
import { requestCorrection } from "../../corrections/request.ts";
import { wholeBody } from "../../webhooks/events/body.ts";
import { makeSecret } from "../../webhooks/signing.ts";
import { respelled } from "../respelled.ts";
import type { Run } from "../run.ts";
import type { DueEvent, Gift } from "../sql.ts";
import type { Step } from "../step.ts";

/** A gift whose outcome nobody has told the bank yet. */
async function giveUntold(run: Run, type = "donation.completed", cents?: number) {
  const gift = await run.give(cents === undefined ? {} : { cents });
  const { id } = await run.donation(gift);
  const events = await run.eventsOnce(type, id);
  const told = events.find((event) => event.type === type) as DueEvent;
  return { gift, id, told };
}

/** Takes back all of a completed gift. @returns the events about it, in order */
async function reverse(run: Run, gift: Gift, donationId: string): Promise<DueEvent[]> {
  const known = new Set((await run.events(donationId)).map(({ id }) => id));
  await requestCorrection(run.bank, donationId, {
    kind: "reverse",
    correction_ref: `certification-${gift.id}`,
    reason: "Certification",
  });
  const events = await run.eventsOnce("donation.reversed", donationId);
  return events.filter(({ id }) => !known.has(id));
}

const duplicates: Step = {
  expected:
    "The same delivery counts once, even at the same moment: for points, and for the total of your gifts.",
  async act(run) {
    const failed = await giveUntold(run, "donation.failed", 91);
    const completed = await giveUntold(run);
    for (const { told } of [failed, completed]) {
      const statuses = await Promise.all([run.deliver(told), run.deliver(told)]);
      for (const status of [...statuses, await run.deliver(told)])
        run.requireTaken(status, told.type);
    }
    await run.believes(failed.gift, { status: "failed", returned: failed.gift.points });
    run.requireTotal(await run.believes(completed.gift, { status: "completed" }));
  },
};

const order: Step = {
  expected: "Events count by their sequence, not by their arrival: the gift is reversed.",
  async act(run) {
    const { gift, id, told } = await giveUntold(run);
    const reversal = await reverse(run, gift, id);
    await run.deliverAll([...reversal, told]);
    await run.believes(gift, { status: "reversed", returned: gift.points });
  },
};

const perCorrection: Step = {
  expected: "Points are returned once per correction, however many events tell of it.",
  async act(run) {
    const { gift, id, told } = await giveUntold(run);
    await run.deliverAll([told]);
    const reversal = await reverse(run, gift, id);
    await run.deliverAll(reversal);
    const reversed = reversal.find(({ type }) => type === "donation.reversed") as DueEvent;
    run.requireTaken(await run.deliver(reversed, { id: uuidv7() }), reversed.type);
    await run.believes(gift, { status: "reversed", returned: gift.points });
  },
};

const rawBody: Step = {
  expected: "The signature is checked over the bytes that arrived, however the JSON is spelled.",
  async act(run) {
    const { gift, told } = await giveUntold(run);
    const body = respelled(wholeBody(told));
    run.requireTaken(await run.deliver(told, { body }), "in another spelling");
    await run.believes(gift, { status: "completed" });
  },
};

const forged: Step = {
  expected: "A delivery that isn’t ours is refused with 4xx, and changes nothing.",
  async act(run) {
    const { gift, told } = await giveUntold(run);
    const body = wholeBody(told);
    const forgeries = {
      "with a wrong signature": { headers: { "webhook-signature": `v1,${"A".repeat(43)}=` } },
      "signed with another secret": { secrets: [makeSecret()] },
      "without a signature": { headers: { "webhook-signature": undefined } },
      "without a time": { headers: { "webhook-timestamp": undefined } },
      "with another body": { signedBody: `${body} ` },
    };
    for (const [what, how] of Object.entries(forgeries)) {
      run.requireRefused(await run.deliver(told, how), what);
    }
    await run.believes(gift, { status: "pending" });
    await run.deliverAll([told]);
    await run.believes(gift, { status: "completed" });
  },
};

const MINUTE_MS = 60_000;

const clock: Step = {
  expected: "A delivery may have been signed up to five minutes ago or ahead, but no more.",
  async act(run) {
    const { gift, told } = await giveUntold(run);
    for (const minutes of [-6, 6]) {
      const status = await run.deliver(told, { now: Date.now() + minutes * MINUTE_MS });
      run.requireRefused(status, minutes < 0 ? "signed 6 minutes ago" : "signed 6 minutes ahead");
    }
    const status = await run.deliver(told, { now: Date.now() - 4.5 * MINUTE_MS });
    run.requireTaken(status, "signed 4.5 minutes ago");
    await run.believes(gift, { status: "completed" });
  },
};

const unknownType: Step = {
  expected: "Types and members that you don’t know are taken with 2xx, and ignored.",
  async act(run) {
    const timestamp = new Date().toISOString();
    const data = { donation_id: uuidv7(), sequence: 1 };
    const body = JSON.stringify({ type: "donation.celebrated", timestamp, data });
    const { gift, told } = await giveUntold(run);
    run.requireTaken(await run.deliver(told, { id: uuidv7(), body }), "of an unknown type");
    const known = JSON.parse(wholeBody(told));
    const more = {
      ...known,
      weather: "fair",
      data: { ...known.data, confetti: { colors: [1, 2] } },
    };
    const status = await run.deliver(told, { body: JSON.stringify(more) });
    run.requireTaken(status, "with unknown members");
    await run.believes(gift, { status: "completed" });
  },
};

const newSecret: Step = {
  expected:
    "While a secret is replaced, deliveries have two signatures, and one of yours is enough.",
  async act(run) {
    const { gift, told } = await giveUntold(run);
    const status = await run.deliver(told, { addedSecret: makeSecret() });
    run.requireTaken(status, "with two signatures");
    await run.believes(gift, { status: "completed" });
  },
};

const replay: Step = {
  expected: "A replay of everything changes nothing.",
  async act(run) {
    if ((await run.events()).length === 0) await run.conclude(await run.give());
    const before = await run.state();
    await run.deliverAll(await run.events());
    const after = await run.state();
    run.require(
      JSON.stringify(after.gifts) === JSON.stringify(before.gifts) &&
        after.total_completed_usd === before.total_completed_usd,
      "Your side’s gifts or its total changed.",
    );
  },
};

export const DELIVERY_STEPS = {
  duplicates,
  order,
  per_correction: perCorrection,
  raw_body: rawBody,
  forged,
  clock,
  unknown_type: unknownType,
  new_secret: newSecret,
  replay,
};
