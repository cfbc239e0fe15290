import { type ChosenFilters, historyPath } from "./history-query.ts";

type Pages = { chosen: ChosenFilters; isFirst: boolean; nextCursor: string | null };

/** Links to older gifts and back to the newest, keeping the filters. */
export function HistoryPagination({ chosen, isFirst, nextCursor }: Pages) {
  if (isFirst && !nextCursor) return null;
  return (
    <nav aria-label="Pages of gifts" className="flex gap-3 border-line border-t pt-1">
      {!isFirst && (
        <a href={historyPath(chosen)} className="link-alone">
          Newest gifts
        </a>
      )}
      {nextCursor && (
        <a href={historyPath(chosen, nextCursor)} className="link-alone">
          Earlier gifts
        </a>
      )}
    </nav>
  );
}
