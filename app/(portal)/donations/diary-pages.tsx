import { type Chosen, diaryAddress } from "./diary-filters.ts";

type Pages = { chosen: Chosen; isFirst: boolean; nextCursor: string | null };

/** The way to older donations, and back to the newest; with the same filters. */
export function DiaryPages({ chosen, isFirst, nextCursor }: Pages) {
  if (isFirst && !nextCursor) return null;
  return (
    <nav aria-label="Pages of donations" className="flex gap-3 border-line border-t pt-1">
      {!isFirst && (
        <a href={diaryAddress(chosen)} className="link-alone">
          Newest donations
        </a>
      )}
      {nextCursor && (
        <a href={diaryAddress(chosen, nextCursor)} className="link-alone">
          Earlier donations
        </a>
      )}
    </nav>
  );
}
