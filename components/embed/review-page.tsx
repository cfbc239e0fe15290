/** @jsxImportSource hono/jsx */
import { formatDollars, toCents } from "#lib/money.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";
import { Cancel } from "./exit-links.tsx";
import { EmbedForm } from "./form-parts.tsx";
import { MoneyLine, type Rate, RateLine } from "./money.tsx";
import { SchoolLine } from "./school.tsx";

export type ReviewProps = {
  /** Hidden fields: the input, and the points shown. */
  carries: Record<string, string>;
  school: SchoolDetail;
  usd: number;
  points: number;
  rate: Rate;
  /** Whether the points differ from those shown before. */
  hasRateChanged: boolean;
  fund: string;
  message: string;
  /** The email choice in words. */
  emailUpdates: string;
  bank: string;
  cancel: { href: string | null };
};

/** The donation to confirm, with the button that gives it. */
export function ReviewPage(props: ReviewProps) {
  const { carries, school, usd, points, rate, fund, message, emailUpdates, bank, cancel } = props;
  return (
    <EmbedForm carries={carries}>
      <h1>Look it over</h1>
      {props.hasRateChanged && (
        <div class="notice" role="alert" tabindex={-1} autofocus>
          <p class="strong">The rate has changed since you looked</p>
          <p>Nothing was given yet. It takes the points below now.</p>
        </div>
      )}
      <MoneyLine usd={usd} points={points} />
      <SchoolLine school={school} foundation={school.foundation_name} />
      <button type="submit" name="do" value="give" class="main figures">
        Give {formatDollars(toCents(usd))}
      </button>
      <p>
        {bank} takes the points once {school.name} has confirmed.
      </p>
      <dl>
        <div>
          <dt>Fund</dt>
          <dd>{fund}</dd>
        </div>
        <div>
          <dt>From</dt>
          <dd>
            {rate.program} at {bank}
          </dd>
        </div>
        {message && (
          <div>
            <dt>Your message</dt>
            <dd class="kept">{message}</dd>
          </div>
        )}
        <div>
          <dt>Mail</dt>
          <dd>{emailUpdates}</dd>
        </div>
      </dl>
      <RateLine {...rate} />
      <button type="submit" name="do" value="form" class="other">
        Change something
      </button>
      <Cancel href={cancel.href} />
    </EmbedForm>
  );
}
