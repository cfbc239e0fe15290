import {
  type BookedCredit,
  type Period,
  type PlatformAccess,
  PlatformUnavailable,
  type TicketingAdapter,
} from "../ticketing/adapter.ts";
import { loadPlatformAccess } from "../ticketing/config.ts";

type Ledger = { adapter: TicketingAdapter; access: PlatformAccess; schoolIds: string[] };

export class PlatformLedgers {
  /** Schools whose platform's ledger couldn't be read, and why. */
  readonly notCompared: { schoolIds: string[]; reason: string }[] = [];
  /** Schools without an API, whose ledger is in their own books. */
  readonly withoutLedger: string[] = [];
  private readonly ledgers = new Map<string, Ledger>();
  private readonly credits = new Map<string, BookedCredit[]>();

  /** The partner references of all credits that were read. */
  get references(): Iterable<string> {
    return this.credits.keys();
  }

  /** The credits that were read with this partner reference. */
  creditsOf(reference: string): BookedCredit[] {
    return this.credits.get(reference) ?? [];
  }

  /** The schools whose platform responded. */
  get schoolIds(): string[] {
    return [...this.ledgers.values()].flatMap(({ schoolIds }) => schoolIds);
  }

  /** Adds the ledger of a school's platform, which it may share with other schools. */
  async open(schoolId: string): Promise<void> {
    try {
      const { adapter: name, access, platform: adapter } = await loadPlatformAccess(schoolId);
      if (!adapter) {
        this.withoutLedger.push(schoolId);
        return;
      }
      const key = `${name} ${adapter.ledgerKeyOf(access)}`;
      const known = this.ledgers.get(key) ?? { adapter, access, schoolIds: [] };
      known.schoolIds.push(schoolId);
      this.ledgers.set(key, known);
    } catch (error) {
      this.recordUnavailable([schoolId], error);
    }
  }

  /** Reads a day from every platform. */
  async readDay(period: Period): Promise<void> {
    for (const key of [...this.ledgers.keys()]) {
      await this.read(key, async ({ adapter, access }) => {
        const credits: BookedCredit[] = [];
        for await (const page of adapter.listCredits(access, period)) credits.push(...page);
        return credits;
      });
    }
  }

  /** Looks up a donation's credits of any day. @returns false if the platform is unavailable */
  lookUp(schoolId: string, partnerReference: string): Promise<boolean> {
    const [key = ""] =
      [...this.ledgers].find(([, { schoolIds }]) => schoolIds.includes(schoolId)) ?? [];
    return this.read(key, ({ adapter, access }) => adapter.findCredits(access, partnerReference));
  }

  /** Reads credits of a platform. One that fails partway is excluded entirely. */
  private async read(
    key: string,
    find: (ledger: Ledger) => Promise<BookedCredit[]>,
  ): Promise<boolean> {
    const ledger = this.ledgers.get(key);
    if (!ledger) return false;
    try {
      for (const credit of await find(ledger)) this.add(credit);
      return true;
    } catch (error) {
      // Only the first of several concurrent failures is recorded.
      if (this.ledgers.delete(key)) this.recordUnavailable(ledger.schoolIds, error);
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
    this.notCompared.push({ schoolIds, reason: error.message });
  }
}
