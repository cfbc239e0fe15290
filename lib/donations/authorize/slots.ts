/** Limits concurrent authorization requests per process, so that a bank that hangs delays only its own gifts. */
import { perProcess } from "../../singleton.ts";

const MAX_PER_BANK = 32;
const MAX_PER_ACCOUNT = 2;
const MAX_TOTAL = 256;

/** The slots in use, by bank, by account, and in all. */
export const slotsInUse = perProcess("authorization slots", () => new Map<string, number>());

/** Acquires a slot. @returns a function that releases it; null if the account, bank, or process has none left */
export function acquireSlot(bankId: string, accountId: string): (() => void) | null {
  const counts = slotsInUse();
  const limits: [name: string, max: number][] = [
    [`bank ${bankId}`, MAX_PER_BANK],
    [`account ${accountId}`, MAX_PER_ACCOUNT],
    ["all", MAX_TOTAL],
  ];
  if (limits.some(([name, max]) => (counts.get(name) ?? 0) >= max)) return null;
  for (const [name] of limits) counts.set(name, (counts.get(name) ?? 0) + 1);
  return () => {
    for (const [name] of limits) {
      const left = (counts.get(name) ?? 0) - 1;
      if (left > 0) counts.set(name, left);
      else counts.delete(name);
    }
  };
}
