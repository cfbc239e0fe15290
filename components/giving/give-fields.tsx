import type { ReactNode } from "react";
import { formatRate } from "#lib/money.ts";
import { type AmountEntry, type AmountOption, AmountTiles } from "./amount-tiles.tsx";
import { FundChoice, type FundOption } from "./fund-choice.tsx";
import { EmailUpdates, Note } from "./note.tsx";
import { SourceChoice, type SourceOption } from "./source-choice.tsx";

export type GiveFieldsProps = {
  /** The school's name, and its minimum in dollars. */
  school: { name: string; minimum: string };
  errors: Record<string, string>;
  /** The amounts to choose from; null if the bank has locked the amount. */
  amounts: AmountOption[] | null;
  entry: AmountEntry;
  /** What the limits of the accounts allow now; null if that differs between them, or nothing limits the gift. */
  limit: string | null;
  funds: FundOption[];
  fund: string;
  /** The bank that has locked the fund, if it has. */
  fundLockedBy: string | null;
  /** The accounts to give from: one, or several to choose from. */
  sources: SourceOption[];
  sourceId: string;
  note: string;
  /** Whether to email the person; null where they have turned such emails off. */
  emailUpdates: boolean | null;
};

/** Everything that a person decides about a gift: the amount first, the rest folded to what is chosen already. */
export function GiveFields(props: GiveFieldsProps) {
  const { school, errors, amounts, entry, funds, fund, sources, sourceId } = props;
  const source = sources.find(({ accountId }) => accountId === sourceId) ?? sources[0];
  const rate = source?.rate ?? 0;
  return (
    <div className="min-w-0">
      {amounts && (
        <div className="pb-2.5">
          <AmountTiles
            amounts={amounts}
            entry={entry}
            error={errors.dollar_amount}
            rate={rate}
            facts={
              <>
                Minimum gift: {school.minimum} · {props.limit && `${props.limit} · `}
                <span data-rate-line>{formatRate(rate)}</span>
              </>
            }
          />
        </div>
      )}
      <FundChoice
        funds={funds}
        chosen={fund}
        lockedBy={props.fundLockedBy}
        error={errors.fund_designation}
      />
      <SourceChoice sources={sources} chosen={sourceId} error={errors.loyalty_account_id} />
      <Note note={props.note} error={errors.cardholder_message} />
      <EmailChoice school={school.name} isChosen={props.emailUpdates} />
    </div>
  );
}

function EmailChoice({
  school,
  isChosen,
}: {
  school: string;
  isChosen: boolean | null;
}): ReactNode {
  if (isChosen !== null) return <EmailUpdates school={school} isChosen={isChosen} />;
  return (
    <p className="border-line border-y py-1.5 text-quiet">
      Email updates are off in your{" "}
      <a href="/settings" className="link">
        settings
      </a>
      .
    </p>
  );
}
