import { TextLink } from "#components/ui/button.tsx";
import { Choice, RadioChoices, TextArea } from "#components/ui/field.tsx";
import { type Cents, formatDollars, formatRate } from "#lib/money.ts";
import { type AmountEntry, type AmountOption, AmountTiles } from "./amount-tiles.tsx";
import { type Balance, balanceTexts } from "./balance.ts";
import { FundChoice, type FundOption } from "./fund-choice.tsx";
import { FixedRow, FoldedRow } from "./row.tsx";

/** An account to give from. */
export type SourceOption = {
  accountId: string;
  programName: string;
  bankName: string;
  /** Points per dollar. */
  rate: number;
  /** The largest gift that it allows now. */
  maxCents: Cents;
  balance: Balance | null;
};

const nameOf = ({ programName, bankName }: SourceOption) => `${programName}, ${bankName}`;

type SourceChoiceProps = {
  sources: SourceOption[];
  source: SourceOption;
  error: string | undefined;
};

/** Which account to give from; plain text if there is only one. */
function SourceChoice({ sources, source, error }: SourceChoiceProps) {
  const row = {
    name: "Pay with",
    value: (
      <>
        <span data-source>{nameOf(source)}</span>
        <span data-balance-text className="figures block font-normal text-quiet text-small">
          {balanceTexts(source.balance).all}
        </span>
      </>
    ),
  };
  if (sources.length === 1) {
    return (
      <>
        <input type="hidden" name="loyalty_account_id" value={source.accountId} />
        <FixedRow id="loyalty_account_id" error={error} {...row} />
      </>
    );
  }
  return (
    <FoldedRow {...row} action="Change" isOpen={Boolean(error)}>
      <RadioChoices
        id="loyalty_account_id"
        label="Which points?"
        error={error}
        idPrefix="account"
        options={sources.map((each) => ({
          value: each.accountId,
          label: <span data-name>{nameOf(each)}</span>,
          help: (
            <span className="figures">
              {formatRate(each.rate)}
              {each.balance && ` · ${balanceTexts(each.balance).all}`}
            </span>
          ),
          "data-rate": each.rate.toFixed(9),
          "data-rate-line": formatRate(each.rate),
          "data-max": each.maxCents,
          "data-balance": each.balance?.points,
          "data-balance-age": each.balance?.age,
        }))}
        defaultValue={source.accountId}
      />
    </FoldedRow>
  );
}

/** A note to the school, collapsed by default. */
function Note({ note, error }: { note: string; error: string | undefined }) {
  return (
    <FoldedRow
      name="Note to the school"
      value={note ? "Added" : "Optional"}
      action={note ? "Edit" : "Add"}
      isOpen={Boolean(error)}
    >
      <TextArea
        id="cardholder_message"
        label="Your note"
        help="Up to 500 characters. The school receives it with your gift."
        maxLength={1_000}
        defaultValue={note}
        error={error}
      />
    </FoldedRow>
  );
}

export type SharingOptions = {
  options: { value: string; text: string }[];
  chosen: { value: string; text: string };
  hasAddress: boolean;
};

type SharingChoiceProps = SharingOptions & {
  school: string;
  /** Where a donor without a postal address can add one; null if they can't from here. */
  addressHref: string | null;
  error: string | undefined;
};

/** What the school learns about the donor. */
function SharingChoice({ school, error, ...props }: SharingChoiceProps) {
  const { options, chosen, hasAddress, addressHref } = props;
  return (
    <FoldedRow
      name={`${school} receives`}
      value={<span data-shared>{chosen.text}</span>}
      action="Change"
      isOpen={Boolean(error)}
    >
      <RadioChoices
        id="share_with_school"
        label={`What ${school} learns about you`}
        error={error}
        idPrefix="share"
        options={options.map(({ value, text }) => ({
          value,
          label: <span data-name>{text}</span>,
        }))}
        defaultValue={chosen.value}
      />
      <p className="mt-1 text-quiet text-small">
        Your receipt always has your name.
        {!hasAddress && addressHref && (
          <>
            {" "}
            To share a postal address too, <TextLink href={addressHref}>add it first</TextLink>.
          </>
        )}
      </p>
    </FoldedRow>
  );
}

/** Whether to email the donor once the school confirms. `isChosen` is null if they turned these emails off. */
function EmailChoice({ school, isChosen }: { school: string; isChosen: boolean | null }) {
  if (isChosen === null) {
    return (
      <p className="border-line border-y py-1.5 text-quiet">
        Email updates are off in your <TextLink href="/settings">settings</TextLink>.
      </p>
    );
  }
  return (
    <div className="border-line border-y py-0.5">
      <Choice
        type="checkbox"
        id="notify_by_email"
        name="notify_by_email"
        defaultChecked={isChosen}
        label={`Email me when ${school} confirms`}
      />
    </div>
  );
}

type GiveFieldsProps = {
  school: { name: string; minCents: Cents };
  /** The school's minimum, or the chosen fund's if that's higher. */
  minCents: Cents;
  errors: Record<string, string>;
  /** The amounts to choose from; null if the bank has locked the amount. */
  amounts: AmountOption[] | null;
  entry: AmountEntry;
  /** A hint if the points balance doesn't cover the amount. */
  overBalance: string;
  /** How much can be given now; null if the accounts have different limits, or none. */
  limit: string | null;
  funds: FundOption[];
  fund: string;
  /** The bank that locked the fund, if any. */
  fundLockedBy: string | null;
  /** The accounts to give from: one, or several to choose from. */
  sources: SourceOption[];
  source: SourceOption;
  note: string;
  sharing: SharingOptions;
  addressHref: string | null;
  /** Whether to email the donor; null if they turned these emails off. */
  emailUpdates: boolean | null;
};

/** All choices about a gift: the amount first, the rest collapsed to their defaults. */
export function GiveFields(props: GiveFieldsProps) {
  const { school, errors, amounts, entry, funds, fund, sources, source } = props;
  return (
    <div className="min-w-0">
      {amounts && (
        <div className="pb-2.5">
          <AmountTiles
            amounts={amounts}
            entry={entry}
            error={errors.dollar_amount}
            rate={source.rate}
            minCents={props.minCents}
            schoolMinCents={school.minCents}
            maxCents={source.maxCents}
            balance={source.balance}
            overBalance={props.overBalance}
            facts={
              <>
                <span data-min-line>Minimum gift: {formatDollars(props.minCents)}</span>
                {props.limit && <span>{props.limit}</span>}
                <span data-rate-line>{formatRate(source.rate)}</span>
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
      <SourceChoice sources={sources} source={source} error={errors.loyalty_account_id} />
      <Note note={props.note} error={errors.cardholder_message} />
      <SharingChoice
        {...props.sharing}
        school={school.name}
        addressHref={props.addressHref}
        error={errors.share_with_school}
      />
      <EmailChoice school={school.name} isChosen={props.emailUpdates} />
    </div>
  );
}
