import {
  type BookedCredit,
  type Period,
  type PlatformAccess,
  PlatformUnavailable,
  type TicketingAdapter,
} from "../ticketing/adapter.ts";
import { openPlatform } from "../ticketing/config.ts";
import { adapterFor } from "../ticketing/registry.ts";

type Ledger = { adapter: TicketingAdapter; access: PlatformAccess; schoolIds: string[] };

/** The platforms' ledgers, as far as they could be read. */
export class PlatformLedgers {
  /** Schools whose platform's ledger could not be read, and why. */
  readonly away: { schoolIds: string[]; reason: string }[] = [];
  private readonly ledgers = new Map<string, Ledger>();
  private readonly credits = new Map<string, BookedCredit[]>();

  /** The partner references of all credits that were read. */
  get references(): Iterable<string> {
    return this.credits.keys();
  }

  /** The credits that were read under a partner reference. */
  creditsOf(reference: string): BookedCredit[] {
    return this.credits.get(reference) ?? [];
  }

  /** The schools whose platform has responded. */
  get schoolIds(): string[] {
    return [...this.ledgers.values()].flatMap(({ schoolIds }) => schoolIds);
  }

  /** Adds the ledger of a school's platform, which schools may share. */
  async open(schoolId: string): Promise<void> {
    try {
      const { adapter: name, access } = await openPlatform(schoolId);
      const adapter = adapterFor(name);
      const key = `${name} ${adapter.ledgerKeyOf(access)}`;
      const known = this.ledgers.get(key) ?? { adapter, access, schoolIds: [] };
      known.schoolIds.push(schoolId);
      this.ledgers.set(key, known);
    } catch (error) {
      this.recordUnavailable([schoolId], error);
    }
  }

  /** Reads a day from every platform. A platform that fails on the way is left out entirely. */
  async readDay(period: Period): Promise<void> {
    for (const [key, { adapter, access, schoolIds }] of this.ledgers) {
      const read: BookedCredit[] = [];
      try {
        for await (const page of adapter.listCredits(access, period)) read.push(...page);
        for (const credit of read) this.add(credit);
      } catch (error) {
        this.recordUnavailable(schoolIds, error);
        this.ledgers.delete(key);
      }
    }
  }

  /** Looks up a donation's credits of any day. @returns false if the platform does not respond */
  async lookUp(schoolId: string, partnerReference: string): Promise<boolean> {
    const found = [...this.ledgers].find(([, { schoolIds }]) => schoolIds.includes(schoolId));
    if (!found) return false;
    const [key, { adapter, access, schoolIds }] = found;
    try {
      const credits = await adapter.findCredits(access, partnerReference);
      for (const credit of credits) this.add(credit);
      return true;
    } catch (error) {
      // Only the first of several concurrent failures is recorded.
      if (this.ledgers.delete(key)) this.recordUnavailable(schoolIds, error);
      return false;
    }
  }

  private add(credit: BookedCredit): void {
    const known = this.creditsOf(credit.partnerReference);
    if (known.some(({ creditId }) => creditId === credit.creditId)) return;
    this.credits.set(credit.partnerReference, [...known, credit]);
  }

  private recordUnavailable(schoolIds: string[], error: unknown): void {
    if (!(error instanceof PlatformUnavailable)) throw error;
    this.away.push({ schoolIds, reason: error.message });
  }
}
