/**
 * The sandbox's platform. Its credits and faults are in separate tables, committed separately from the donation,
 * as on a real platform. The cents of the amount trigger faults: `.91` is refused, `.92` gets 503 twice,
 * `.93` is credited and the response is lost, `.94` waits until an operator releases it. Those of the amount to void do the
 * same to a void: `.71` is refused, `.72` gets 503 twice, `.73` is voided and the response is lost.
 */
import { randomBytes } from "node:crypto";
import { batch } from "../batch.ts";
import { onlyRow } from "../database/run.ts";
import {
  type PlatformCredit,
  PlatformRefusal,
  PlatformUnavailable,
  type TicketingAdapter,
} from "./adapter.ts";
import * as sql from "./sql.ts";

/** Why a `.94` donation is waiting. */
export const HELD = "sandbox trigger .94: held until an operator releases it";

/** Credits once per partner reference, and returns the same credit when repeated. */
const creditOnce = batch(
  ({ partnerReference }: sql.NewCredit) => partnerReference,
  async (credits): Promise<PlatformCredit[]> => {
    const booked = await sql.insertCredits({ credits });
    const ids = new Map(booked.map(({ partnerReference, id }) => [partnerReference, id]));
    return credits.map(({ partnerReference }) => ({
      creditId: ids.get(partnerReference) as string,
      status: "posted",
    }));
  },
);

const CREDITS_PER_PAGE = 1_000;

export const stub: TicketingAdapter = {
  problemWith: () => null,

  // It's in our own database.
  check: async () => {},

  ledgerKeyOf: () => "the sandbox's platform",

  async *listCredits(_access, { from, to }) {
    let page = { from, to, afterId: "", limit: CREDITS_PER_PAGE };
    for (;;) {
      const credits = await sql.listCredits(page);
      yield credits;
      const last = credits.at(-1);
      if (!last || credits.length < CREDITS_PER_PAGE) return;
      page = { ...page, from: last.createdAt, afterId: last.creditId };
    }
  },

  findCredits: (_access, partnerReference) =>
    sql.findCredits({ partnerReferences: [partnerReference] }),

  async findOrCreateFan({ schoolId }, email) {
    const id = `fan_${randomBytes(9).toString("hex")}`;
    return onlyRow(await sql.upsertFan({ id, schoolId, email })).id;
  },

  async pushCredit(access, instruction) {
    const { partnerReference, amountCents, fanAccountId: fanId } = instruction;
    const { schoolId } = access;
    const booking = { partnerReference, schoolId, fanId, amountCents, instruction };
    const trigger = amountCents % 100;
    if (trigger < 91 || trigger > 94) return creditOnce(booking);
    const fault = onlyRow(await sql.countRequest({ partnerReference }));
    if (trigger === 91) throw new PlatformRefusal("sandbox trigger .91: permanently refused");
    if (trigger === 92 && fault.requestCount <= 2) {
      throw new PlatformUnavailable("sandbox trigger .92: 503 from the platform");
    }
    if (trigger === 94 && !fault.released) throw new PlatformUnavailable(HELD);
    const credit = await creditOnce(booking);
    if (trigger === 93 && fault.requestCount === 1) {
      throw new PlatformUnavailable("sandbox trigger .93: the response was lost");
    }
    return credit;
  },

  async voidCredit(_access, { correctionId, partnerReference, amountCents }) {
    const trigger = amountCents % 100;
    const { requestCount } =
      trigger < 71 || trigger > 73
        ? { requestCount: 0 }
        : onlyRow(await sql.countRequest({ partnerReference: correctionId }));
    if (trigger === 71) throw new PlatformRefusal("sandbox trigger .71: the void was refused");
    if (trigger === 72 && requestCount <= 2) {
      throw new PlatformUnavailable("sandbox trigger .72: 503 from the platform");
    }
    const [made] = await sql.insertVoid({ correctionId, partnerReference, amountCents });
    if (!made?.isVoided) throw new PlatformRefusal("less than this is left of the credit");
    if (trigger === 73 && requestCount === 1) {
      throw new PlatformUnavailable("sandbox trigger .73: the response was lost");
    }
  },
};
