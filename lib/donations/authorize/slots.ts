/** Limits how many authorizations a process asks for at a time, so that a bank that hangs holds up only its own. */
import { perProcess } from "../../singleton.ts";

const OF_A_BANK = 32;
const OF_AN_ACCOUNT = 2;
const IN_ALL = 256;

/** How many are taken of each. */
export const slotsInUse = perProcess("authorization slots", () => new Map<string, number>());

/** Takes a slot for the account, its bank, and the process. @returns how to free it; null if there is none */
export function takeSlot(bankId: string, accountId: string): (() => void) | null {
  const counts = slotsInUse();
  const limits: [name: string, most: number][] = [
    [`bank ${bankId}`, OF_A_BANK],
    [`account ${accountId}`, OF_AN_ACCOUNT],
    ["all", IN_ALL],
  ];
  if (limits.some(([name, most]) => (counts.get(name) ?? 0) >= most)) return null;
  for (const [name] of limits) counts.set(name, (counts.get(name) ?? 0) + 1);
  return () => {
    for (const [name] of limits) {
      const left = (counts.get(name) ?? 0) - 1;
      if (left > 0) counts.set(name, left);
      else counts.delete(name);
    }
  };
}
