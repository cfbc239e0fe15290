import { InvalidInput } from "#lib/errors.ts";

/** Rows on a page of a team's list. */
export const PER_PAGE = 50;

/**
 * Reads the page of a list at the URL's cursor. An invalid cursor gives the first page, which is more useful than
 * an error.
 */
export async function pageAtCursor<Page extends { nextCursor: string | null }>(
  cursor: string | undefined,
  read: (cursor: string | undefined) => Promise<Page>,
): Promise<Page & { isFirst: boolean }> {
  if (cursor) {
    try {
      return { ...(await read(cursor)), isFirst: false };
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
    }
  }
  return { ...(await read(undefined)), isFirst: true };
}

type At = { limit: number; cursor: string | undefined };

/** Reads a page of a team's list. */
export const listPage = <Page extends { nextCursor: string | null }>(
  { after }: Record<string, string>,
  read: (at: At) => Promise<Page>,
) => pageAtCursor(after, (cursor) => read({ limit: PER_PAGE, cursor }));
