import { Choice, Choices } from "#components/ui/field.tsx";
import type { Source } from "#lib/donations/accept/sources.ts";

const rateOf = ({ rate }: Source) => `${rate.toLocaleString("en-US")} points = $1`;

/** Which account to give from: a choice, or plain text if there is only one. */
export function AccountChoice({
  sources,
  chosen,
  error,
}: {
  sources: Source[];
  chosen: string;
  error: string | undefined;
}) {
  const [only] = sources;
  if (only && sources.length === 1) {
    return (
      <div id="loyalty_account_id" tabIndex={-1}>
        <input type="hidden" name="loyalty_account_id" value={only.accountId} />
        <p className="font-strong">From which points?</p>
        {error && <p className="mt-0.5 text-failed">{error}</p>}
        <p className="mt-0.5">
          {only.programName} at {only.bankName}
          <span className="figures block text-quiet text-small">{rateOf(only)}</span>
        </p>
      </div>
    );
  }
  return (
    <Choices id="loyalty_account_id" legend="From which points?" error={error}>
      {sources.map((source) => (
        <Choice
          key={source.accountId}
          type="radio"
          name="loyalty_account_id"
          id={`account-${source.accountId}`}
          value={source.accountId}
          defaultChecked={source.accountId === chosen}
          label={`${source.programName} at ${source.bankName}`}
          help={<span className="figures">{rateOf(source)}</span>}
        />
      ))}
    </Choices>
  );
}
