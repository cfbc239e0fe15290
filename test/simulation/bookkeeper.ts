/**
 * The foundations' bookkeepers, who record what banks have paid: too little, too much, again after an error; who return,
 * pay back, and write off; and a second operator, who approves.
 */
import { operatorScope } from "#lib/auth/scopes.ts";
import {
  approvePayment,
  type PaymentDetails,
  recordPayment,
  returnPayment,
} from "#lib/books/payments/record.ts";
import { closeStatements } from "#lib/books/statements/close.ts";
import { InvalidInput, ServiceError } from "#lib/errors.ts";
import { asCents } from "#lib/money.ts";
import { system } from "#test/factories.ts";
import type { World } from "./world.ts";

const second = operatorScope("second");

type Known = PaymentDetails & { id?: string };

export type Bookkeeper = ReturnType<typeof createBookkeeper>;

export function createBookkeeper(world: World, bankIds: string[], schools: string[]) {
  const { random } = world;
  const payments: Known[] = [];
  const problems: string[] = [];

  /** A refusal is an answer; after anything else the caller doesn't know what was recorded. */
  async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      const isRefusal = error instanceof InvalidInput || error instanceof ServiceError;
      world.note(`bookkeeper ${isRefusal ? "was refused" : "got"}: ${(error as Error).message}`);
      return undefined;
    }
  }

  async function record(details: Known): Promise<void> {
    const { id: known, ...sent } = details;
    const recorded = await attempt(() => recordPayment(system, sent));
    if (!recorded) return;
    if (known && known !== recorded.id) problems.push(`${sent.paymentRef} was recorded twice`);
    details.id = recorded.id;
  }

  const anyId = () => random.pick(payments.filter(({ id }) => id !== undefined)).id as string;
  const known = () => payments.some(({ id }) => id !== undefined);
  const KINDS = ["received", "received", "received", "refund", "write_off", "sent"] as const;

  return {
    name: "bookkeeper",
    problems,
    record: () => {
      const kind = random.pick(KINDS);
      const n = payments.length;
      const isWire = kind === "received" || kind === "sent";
      const details: Known = {
        ...{ bankId: random.pick(bankIds), schoolId: random.pick(schools), kind },
        cents: asCents(100 + random.below(30_000)),
        valueDate: new Date(world.clock.now()).toISOString().slice(0, 10),
        paymentRef: `payment-${n}`,
        wireReference: isWire ? `wire-${random.below(n + 1)}-${kind}` : null,
        reason: kind === "write_off" ? "agreed" : null,
      };
      payments.push(details);
      return record(details);
    },
    repeat: async () => {
      if (payments.length > 0) await record(random.pick(payments));
    },
    approve: async () => {
      if (known()) await attempt(() => approvePayment(second, anyId()));
    },
    returnOne: async () => {
      const valueDate = new Date(world.clock.now()).toISOString().slice(0, 10);
      if (known())
        await attempt(() => returnPayment(system, anyId(), { valueDate, reason: "closed" }));
    },
    close: async () => {
      const bankId = random.pick(bankIds);
      await attempt(() => closeStatements(system, bankId, "now"));
    },
  };
}
