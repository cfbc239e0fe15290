/**
 * A foundation without an API: processors who close its batches, download their files, and confirm or refuse gifts, two at
 * a time and without knowing of each other.
 */
import { parse } from "csv-parse/sync";
import { POST as closeBatch } from "#app/v1/school/batches/[batch_id]/close/route.ts";
import { GET as readBatch } from "#app/v1/school/batches/[batch_id]/route.ts";
import { GET as listBatches } from "#app/v1/school/batches/route.ts";
import { POST as confirmGifts } from "#app/v1/school/confirmations/route.ts";
import * as batches from "#lib/batches/contract.ts";
import { call, send } from "#test/api.ts";
import { happens } from "./weighted-random.ts";
import type { World } from "./world.ts";

const LIST = { contract: batches.listSchoolBatches, handler: listBatches };
const CLOSE = { contract: batches.closeSchoolBatch, handler: closeBatch };
const READ = { contract: batches.getSchoolBatch, handler: readBatch };
const CONFIRM = { contract: batches.confirmGifts, handler: confirmGifts };

/** Within the key's networks. */
const ADDRESS = "203.0.113.7";

type Decision = { gift: string; confirmation_number?: string; refusal_reason?: string };

/** What a processor sends: a file of decisions, or one number for a whole batch. */
type Upload = { gifts: Decision[] } | { batch_id: string; confirmation_number: string };

type Row = { donation_id: string; amount: string };

export type SimulatedFoundation = ReturnType<typeof createFoundation>;

/** Creates a foundation. @param token its program's service key */
export function createFoundation(world: World, schoolId: string, token: string) {
  const { random } = world;
  const caller = { token, address: ADDRESS };
  /** Closed batches' files as they were first downloaded, with the gifts in them. */
  const files = new Map<string, { text: string; gifts: string[] }>();
  /** Everything ever sent, in order. */
  const sent: Upload[] = [];
  /** What the service said that an upload decided. */
  const told: Decision[] = [];
  /** How many gifts the responses said they decided. */
  let count = 0;
  const problems: string[] = [];

  async function known(): Promise<batches.SchoolBatch[]> {
    const { status, body } = await call(LIST, { ...caller, query: { limit: "100" } });
    return status === 200 ? body.data : [];
  }

  async function pick(status: "open" | "closed"): Promise<string | undefined> {
    const found = (await known()).filter((batch) => batch.status === status);
    return found.length > 0 ? random.pick(found).batch_id : undefined;
  }

  async function close(batchId: string): Promise<void> {
    const { status } = await call(CLOSE, { ...caller, params: { batch_id: batchId } });
    world.note(`${schoolId}: close ${status}`);
    if (status !== 200 && status !== 503) problems.push(`${schoolId} got ${status} for closing`);
  }

  /** Downloads a file, which has to be the same each time. A broken connection leaves an incomplete one. */
  async function download(batchId: string): Promise<void> {
    const response = await send(READ, {
      ...caller,
      params: { batch_id: batchId },
      query: { format: "csv" },
    });
    const text = await response.text().catch(() => undefined);
    world.note(`${schoolId}: download ${response.status}${text === undefined ? ", broken" : ""}`);
    if (response.status !== 200 || text === undefined) return;
    const first = files.get(batchId);
    if (first && first.text !== text) problems.push(`${schoolId}: the file of ${batchId} changed`);
    const rows = parse(text, { bom: true, columns: true }) as Row[];
    // Not in the order of IDs, which are random: the seed alone decides.
    const gifts = rows.sort((one, other) => Number(one.amount) - Number(other.amount));
    files.set(batchId, { text, gifts: gifts.map(({ donation_id }) => donation_id) });
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
    if (files.size === 0) return;
    const [batchId, { gifts }] = random.pick([...files]);
    if (happens(random, 0.2)) {
      return upload({ batch_id: batchId, confirmation_number: `${schoolId}-${sent.length + 1}` });
    }
    const chosen = gifts.filter(() => happens(random, 0.6));
    if (chosen.length > 0) await upload({ gifts: chosen.map(newDecision) });
  }

  return {
    schoolId,
    problems,
    sent,
    told,
    decidedCount: () => count,

    async close(): Promise<void> {
      const batchId = await pick("open");
      if (batchId) await close(batchId);
    },
    async download(): Promise<void> {
      const batchId = await pick("closed");
      if (batchId) await download(batchId);
    },
    decide,
    /** The response may have been lost: the same file once more. */
    async repeat(): Promise<void> {
      if (sent.length > 0) await upload(random.pick(sent));
    },

    /** Closes what is open, and confirms what is left. */
    async finish(): Promise<void> {
      for (const { batch_id, status } of await known()) {
        if (status === "open") await close(batch_id);
      }
      for (const { batch_id, undecided_count } of await known()) {
        await download(batch_id);
        if (undecided_count > 0) {
          await upload({ batch_id, confirmation_number: `${schoolId}-${sent.length + 1}` });
        }
      }
    },
  };
}
