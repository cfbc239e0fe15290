import { pathWithQuery } from "#app/paths.ts";
import { StandaloneLink } from "#components/ui/button.tsx";

type PageLinksProps = {
  path: string;
  /** What filters the list. */
  query?: Record<string, string>;
  nextCursor: string | null;
  isFirst: boolean;
};

/** Below a list that `pageAtCursor` reads. */
export const PageLinks = ({ path, query = {}, nextCursor, isFirst }: PageLinksProps) =>
  (!isFirst || nextCursor) && (
    <nav aria-label="Pages" className="flex gap-3 pt-1">
      {!isFirst && <StandaloneLink href={pathWithQuery(path, query)}>First page</StandaloneLink>}
      {nextCursor && (
        <StandaloneLink href={pathWithQuery(path, { ...query, after: nextCursor })}>
          Next page
        </StandaloneLink>
      )}
    </nav>
  );
