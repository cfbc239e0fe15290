import type { Page } from "#lib/contract.ts";
import { InvalidInput } from "#lib/errors.ts";

/**
 * Reads the page of a list at the URL's cursor. An invalid cursor gives the first page, which is more useful than
 * an error.
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
