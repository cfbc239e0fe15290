import {
  type BookedCredit,
  type Period,
  type PlatformAccess,
  PlatformUnavailable,
  type TicketingAdapter,
} from "../ticketing/adapter.ts";
import { openPlatform } from "../ticketing/config.ts";
import { adapterFor } from "../ticketing/registry.ts";

/** Books that could not be read, and whose they are. */
export type Unavailable = { schoolIds: string[]; reason: string };

type Books = { adapter: TicketingAdapter; access: PlatformAccess; schoolIds: string[] };

/** All credits under each partner reference. */
export type Credits = Map<string, BookedCredit[]>;

/** What could be read of the platforms' books. */
export class OpenBooks {
  readonly credits: Credits = new Map();
  readonly away: Unavailable[] = [];
  private readonly books = new Map<string, Books>();

  /** The schools whose platform has answered. */
  get schoolIds(): string[] {
    return [...this.books.values()].flatMap(({ schoolIds }) => schoolIds);
  }

  async open(schoolId: string): Promise<void> {
    try {
      const { adapter: name, access } = await openPlatform(schoolId);
      const adapter = adapterFor(name);
      const key = `${name} ${adapter.booksOf(access)}`;
      const known = this.books.get(key) ?? { adapter, access, schoolIds: [] };
      known.schoolIds.push(schoolId);
      this.books.set(key, known);
    } catch (error) {
      this.recordUnavailable([schoolId], error);
    }
  }

  /** Reads every platform's day; one that does not answer to the end is left out altogether. */
  async readDay(period: Period): Promise<void> {
    for (const [key, { adapter, access, schoolIds }] of this.books) {
      const read: BookedCredit[] = [];
      try {
        for await (const page of adapter.listCredits(access, period)) read.push(...page);
        for (const credit of read) this.add(credit);
      } catch (error) {
        this.recordUnavailable(schoolIds, error);
        this.books.delete(key);
      }
    }
  }

  /** Looks for a donation's credits, whenever they were made. @returns false where nobody answers */
  async lookUp(schoolId: string, partnerReference: string): Promise<boolean> {
    const found = [...this.books].find(([, { schoolIds }]) => schoolIds.includes(schoolId));
    if (!found) return false;
    const [key, { adapter, access, schoolIds }] = found;
    try {
      const credits = await adapter.findCredits(access, partnerReference);
      for (const credit of credits) this.add(credit);
      return true;
    } catch (error) {
      // Of several that ask at once, one tells.
      if (this.books.delete(key)) this.recordUnavailable(schoolIds, error);
      return false;
    }
  }

  private add(credit: BookedCredit): void {
    const known = this.credits.get(credit.partnerReference) ?? [];
    if (known.some(({ creditId }) => creditId === credit.creditId)) return;
    this.credits.set(credit.partnerReference, [...known, credit]);
  }

  private recordUnavailable(schoolIds: string[], error: unknown): void {
    if (!(error instanceof PlatformUnavailable)) throw error;
    this.away.push({ schoolIds, reason: error.message });
  }
}

/** Opens the books of these schools. */
export async function openBooks(schoolIds: string[]): Promise<OpenBooks> {
  const books = new OpenBooks();
  for (const schoolId of schoolIds) await books.open(schoolId);
  return books;
}
