import { TextLink } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { GIFTS } from "../gifts/gift-filter.ts";

/** Which gifts have more text than import files take, and in which columns. Nothing if there are none. */
export const CutGifts = ({ gifts }: { gifts: { number: string; columns: string[] }[] }) =>
  gifts.length > 0 && (
    <Notice title="Some text is too long for Raiser’s Edge or NPSP">
      <p>
        Their files shorten it, and say so with the gift. The file with all columns has it whole.
      </p>
      {gifts.map(({ number, columns }) => (
        <p key={number} className="[overflow-wrap:anywhere]">
          <TextLink href={`${GIFTS}/${number}`}>{number}</TextLink>: {columns.join(", ")}
        </p>
      ))}
    </Notice>
  );
