/** @jsxImportSource hono/jsx */
import { FieldError, Fold, wiring } from "./form-parts.tsx";
import { pointsInWords } from "./money.tsx";

export type AmountOption = {
  value: string;
  dollars: string;
  points: number;
  /** Whether the bank offers it: then it is shown large. */
  isOffered: boolean;
};

type Amounts = {
  amounts: AmountOption[];
  /** The chosen option's value, or an empty string. */
  amount: string;
  ownAmount: string;
  leastInWords: string;
  errors: Record<string, string>;
};

/** Preset amounts with their points, or a custom amount. */
export function AmountChoice({ amounts, amount, ownAmount, leastInWords, errors }: Amounts) {
  const error = errors.own_amount;
  const own = (
    <div>
      <label for="own_amount">Your own amount, in dollars</label>
      <p id="own_amount-help" class="quiet small">
        {leastInWords} {amounts.length > 0 && "It counts in place of the amounts above."}
      </p>
      <FieldError id="own_amount" error={error} />
      <input
        type="text"
        {...wiring("own_amount", error, true)}
        name="own_amount"
        value={ownAmount}
        inputmode="decimal"
        autocomplete="off"
        class="figures"
      />
    </div>
  );
  if (amounts.length === 0) return own;
  return (
    <div>
      <fieldset class="figures">
        <legend class="quiet small">How much?</legend>
        <div class="amounts">
          {amounts.map(({ value, dollars, points, isOffered }) => (
            <label class={isOffered ? "choice offered" : "choice"}>
              <input type="radio" name="amount" value={value} checked={value === amount} />
              <span>
                <b>{dollars}</b>
                <small>{pointsInWords(points)}</small>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <Fold summary="Another amount" isOpen={Boolean(error || ownAmount)}>
        {own}
      </Fold>
    </div>
  );
}
