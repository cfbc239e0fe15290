import { Ask, Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { UnacceptedLink } from "#lib/accounts/acceptance/queries.ts";
import { asCents, formatDollars } from "#lib/money.ts";

function reportedGifts({ bankName, gifts: { count, more, usd } }: UnacceptedLink): string | null {
  if (count === 0) return null;
  if (more) return `${bankName} says you gave more than ${count} gifts.`;
  const sum = formatDollars(asCents(Math.round(usd * 100)));
  return `${bankName} says you gave ${sum} in ${count === 1 ? "one gift" : `${count} gifts`}.`;
}

function LinkNotice({ link }: { link: UnacceptedLink }) {
  const { accountId, bankName } = link;
  const reported = reportedGifts(link);
  return (
    <Notice title={`${bankName} says you’re its customer`}>
      <p>
        Accept to give your {bankName} points here.{" "}
        {reported &&
          `${reported} ${link.gifts.count === 1 ? "It counts" : "They count"} as yours once you do.`}
      </p>
      <div className="mt-1.5 flex flex-wrap gap-1">
        <Form method="post" action="/settings/accounts/accept">
          <input type="hidden" name="account_id" value={accountId} />
          <Button>
            Accept<span className="sr-only"> {bankName}</span>
          </Button>
        </Form>
        <Form method="post" action="/settings/accounts/disconnect">
          <input type="hidden" name="account_id" value={accountId} />
          <Ask
            ask="This isn’t me"
            meaning={`We’ll tell ${bankName}. It can’t connect an account to your email address again without your approval.`}
            yes={`Disconnect ${bankName}`}
          />
        </Form>
      </div>
    </Notice>
  );
}

/** Bank links that await the reader's decision, each with buttons to accept or disconnect it. */
export function UnacceptedLinks({ links }: { links: UnacceptedLink[] }) {
  if (links.length === 0) return null;
  return (
    <section aria-label="Waiting for your decision" className="mb-4 grid max-w-reading gap-2">
      {links.map((link) => (
        <LinkNotice key={link.accountId} link={link} />
      ))}
    </section>
  );
}
