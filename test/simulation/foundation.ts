/**
 * A foundation without an API: processors who close its batches, download their files, and confirm or refuse gifts, two at
 * a time and without knowing of each other.
 */
import type pg from "pg";
import type { ServiceKeyScope } from "#lib/auth/scopes.ts";
import * as batches from "#lib/batches/contract.ts";
import { agreeToCorrection, refuseCorrection } from "#lib/corrections/decisions.ts";
import { call, send } from "#test/api.ts";
import { handlerOf } from "#test/operations.ts";
import { happens } from "./weighted-random.ts";
import type { World } from "./world.ts";

const CLOSE = { contract: batches.closeSchoolBatch, handler: handlerOf(batches.closeSchoolBatch) };
const READ = { contract: batches.getSchoolBatch, handler: handlerOf(batches.getSchoolBatch) };
const CONFIRM = { contract: batches.confirmGifts, handler: handlerOf(batches.confirmGifts) };

/** Within the key's networks. */
const ADDRESS = "203.0.113.7";

type Decision = { gift: string; confirmation_number?: string; refusal_reason?: string };

/** What a processor sends: a file of decisions, or one number for a whole batch. */
type Upload = { gifts: Decision[] } | { batch_id: string; confirmation_number: string };

/** A correction that waits for its school's foundation. */
type Awaiting = { id: string; schoolId: string };

type Batch = { batchId: string; isClosed: boolean; gifts: string[] };

/** Gifts aren't in the order of their IDs, which are random: the seed alone decides. */
const BATCHES = `
  select b.id as "batchId", closed_at is not null as "isClosed",
    array_agg(donation_id::text order by l.amount_cents, d.created_at) as gifts
  from gift_batch b join gift_batch_line l on batch_id = b.id join donation d on d.id = donation_id
  where b.school_id = $1 group by b.id order by number`;

export type SimulatedFoundation = ReturnType<typeof createFoundation>;

/** Creates a foundation. @param token its program's service key */
export function createFoundation(
  world: World,
  database: pg.Pool,
  { schoolId, token, scope }: { schoolId: string; token: string; scope: ServiceKeyScope },
) {
  const { random } = world;
  const caller = { token, address: ADDRESS };
  /** Closed batches' files. */
  const files = new Map<string, string>();
  /** Everything ever sent, in order. */
  const sent: Upload[] = [];
  /** What the service said that an upload decided. */
  const told: Decision[] = [];
  /** How many gifts the responses said they decided. */
  let count = 0;
  const problems: string[] = [];

  /** What its processors see on their pages. */
  async function batchesIn(status: "open" | "closed"): Promise<Batch[]> {
    const { rows } = await database.query<Batch>(BATCHES, [schoolId]);
    return rows.filter(({ isClosed }) => isClosed === (status === "closed"));
  }

  async function pick(status: "open" | "closed"): Promise<Batch | undefined> {
    const found = await batchesIn(status);
    return found.length > 0 ? random.pick(found) : undefined;
  }

  async function close({ batchId }: Batch): Promise<void> {
    const { status } = await call(CLOSE, { ...caller, params: { batch_id: batchId } });
    world.note(`${schoolId}: close ${status}`);
    if (status !== 200 && status !== 503) problems.push(`${schoolId} got ${status} for closing`);
  }

  /** Downloads a file, which has to be the same each time. A broken connection leaves an incomplete one. */
  async function download({ batchId }: Batch): Promise<void> {
    const response = await send(READ, {
      ...caller,
      params: { batch_id: batchId },
      query: { format: "csv" },
    });
    const text = await response.text().catch(() => undefined);
    world.note(`${schoolId}: download ${response.status}${text === undefined ? ", broken" : ""}`);
    if (response.status !== 200 || text === undefined) return;
    const first = files.get(batchId);
    if (first && first !== text) problems.push(`${schoolId}: the file of ${batchId} changed`);
    files.set(batchId, text);
  }

  async function upload(what: Upload): Promise<void> {
    sent.push(what);
    const { status, body } = await call(CONFIRM, { ...caller, body: what });
    const isLost = !world.calm() && happens(random, 0.1);
    world.note(`${schoolId}: upload ${status}${isLost ? ", lost" : ""}`);
    // 422: someone has decided otherwise before, so nothing of it counts.
    if (isLost || status === 503 || status === 422) return;
    if (status !== 200) {
      problems.push(`${schoolId} got ${status} for an upload`);
      return;
    }
    const result: batches.ConfirmationResult = body.data;
    count += result.confirmed + result.refused;
    for (const [n, { outcome }] of result.results.entries()) {
      const decision = "gifts" in what ? what.gifts[n] : undefined;
      if (decision && !outcome.startsWith("already_")) told.push(decision);
    }
  }

  function newDecision(gift: string): Decision {
    const number = `${schoolId}-${sent.length + 1}`;
    return happens(random, 0.15)
      ? { gift, refusal_reason: `Refused in ${number}` }
      : { gift, confirmation_number: number };
  }

  /** Decides some gifts of a batch: mostly one by one, as a file, sometimes the whole batch. */
  async function decide(): Promise<void> {
    const batch = await pick("closed");
    if (!batch) return;
    const { batchId, gifts } = batch;
    if (happens(random, 0.2)) {
      return upload({ batch_id: batchId, confirmation_number: `${schoolId}-${sent.length + 1}` });
    }
    const chosen = gifts.filter(() => happens(random, 0.6));
    if (chosen.length > 0) await upload({ gifts: chosen.map(newDecision) });
  }

  /**
   * The corrections that wait for a foundation, in an order that the seed decides. Other schools' wait only if a gift was
   * already paid.
   */
  async function awaiting(ofAllSchools = false): Promise<Awaiting[]> {
    const { rows } = await database.query<Awaiting>(
      `select id, school_id as "schoolId" from correction
       where (school_id = $1 or $2) and status = 'pending' and awaits_foundation
       order by correction_ref`,
      [schoolId, ofAllSchools],
    );
    return rows;
  }

  async function decideCorrection(asked: Awaiting, agrees: boolean): Promise<void> {
    const its = { ...scope, schoolId: asked.schoolId };
    const decided = agrees
      ? agreeToCorrection(its, asked.id)
      : refuseCorrection(its, asked.id, "It's booked");
    const done = await decided.catch((error: Error) => error.message);
    world.note(`${asked.schoolId}: ${agrees ? "agrees to" : "refuses"} a correction: ${done}`);
  }

  return {
    schoolId,
    problems,
    sent,
    told,
    decidedCount: () => count,

    async close(): Promise<void> {
      const batch = await pick("open");
      if (batch) await close(batch);
    },
    async download(): Promise<void> {
      const batch = await pick("closed");
      if (batch) await download(batch);
    },
    decide,
    /** The response may have been lost: the same file once more. */
    async repeat(): Promise<void> {
      if (sent.length > 0) await upload(random.pick(sent));
    },

    async decideCorrections(): Promise<void> {
      const asked = await awaiting();
      if (asked.length > 0) await decideCorrection(random.pick(asked), happens(random, 0.7));
    },

    /** Closes what is open, and confirms what is left. */
    async finish(): Promise<void> {
      for (const asked of await awaiting(true)) await decideCorrection(asked, true);
      for (const batch of await batchesIn("open")) await close(batch);
      for (const batch of await batchesIn("closed")) {
        await download(batch);
        const number = `${schoolId}-${sent.length + 1}`;
        await upload({ batch_id: batch.batchId, confirmation_number: number });
      }
    },
  };
}
