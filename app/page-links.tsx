import { StandaloneLink } from "#components/ui/button.tsx";
import { InvalidInput } from "#lib/errors.ts";
import { pathWithQuery } from "./paths.ts";

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

type PageLinksProps = {
  path: string;
  /** What filters the list. */
  query?: Record<string, string | undefined>;
  nextCursor: string | null;
  isFirst: boolean;
  /** Its own words, and more classes. */
  label?: string;
  first?: string;
  next?: string;
  className?: string;
};

/** Below a list that `pageAtCursor` reads. */
export function PageLinks({ path, query = {}, nextCursor, isFirst, ...words }: PageLinksProps) {
  const { label = "Pages", first = "First page", next = "Next page", className = "" } = words;
  if (isFirst && !nextCursor) return null;
  return (
    <nav aria-label={label} className={`flex gap-3 pt-1 ${className}`.trim()}>
      {!isFirst && <StandaloneLink href={pathWithQuery(path, query)}>{first}</StandaloneLink>}
      {nextCursor && (
        <StandaloneLink href={pathWithQuery(path, { ...query, after: nextCursor })}>
          {next}
        </StandaloneLink>
      )}
    </nav>
  );
}
