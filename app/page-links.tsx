import { StandaloneLink } from "#components/ui/button.tsx";
import { pathWithQuery } from "./paths.ts";

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
