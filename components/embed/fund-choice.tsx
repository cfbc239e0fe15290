/** @jsxImportSource hono/jsx */
import { FieldError, Fold, wiring } from "./form-parts.tsx";

export type FundOption = { value: string; name: string; help: string };

/** Which fund to give to; free text for a school without listed funds. */
export function FundChoice({
  funds,
  chosen,
  error,
}: {
  funds: FundOption[];
  chosen: string;
  error: string | undefined;
}) {
  const name = funds.find(({ value }) => value === chosen)?.name ?? chosen;
  const [only] = funds;
  if (only && funds.length === 1) {
    return <input type="hidden" name="fund_designation" value={only.value} />;
  }
  return (
    <Fold summary={`Fund: ${name}`} isOpen={Boolean(error)}>
      {funds.length === 0 ? (
        <div>
          <label for="fund_designation">What is it for?</label>
          <p id="fund_designation-help" class="quiet small">
            The school has named no funds. It gets what you write here.
          </p>
          <FieldError id="fund_designation" error={error} />
          <input
            type="text"
            {...wiring("fund_designation", error, true)}
            name="fund_designation"
            value={chosen}
          />
        </div>
      ) : (
        <fieldset id="fund_designation">
          <legend class="hidden">Which fund?</legend>
          <FieldError id="fund_designation" error={error} />
          <div class="choices">
            {funds.map((fund) => (
              <label class="choice plain">
                <input
                  type="radio"
                  name="fund_designation"
                  value={fund.value}
                  checked={fund.value === chosen}
                />
                <span>
                  <b>{fund.name}</b>
                  {fund.help && <small>{fund.help}</small>}
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </Fold>
  );
}
