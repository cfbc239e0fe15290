import type { Page } from "#lib/contract.ts";
import { InvalidInput } from "#lib/errors.ts";

/**
 * A page of a list by the cursor that an address holds. Where that was cut short or is another list's,
 * the first page: it serves a reader better than an error.
 */
export async function pageAtCursor<Item>(
  cursor: string | undefined,
  read: (cursor: string | undefined) => Promise<Page<Item>>,
): Promise<Page<Item> & { isFirst: boolean }> {
  if (cursor) {
    try {
      return { ...(await read(cursor)), isFirst: false };
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
    }
  }
  return { ...(await read(undefined)), isFirst: true };
}
