import { Ask } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { Status, type Tone } from "#components/ui/status.tsx";
import type { UnacceptedLink } from "#lib/accounts/acceptance/queries.ts";
import type { LoyaltyAccount } from "#lib/cardholders/profile/contract.ts";
import { formatRate } from "#lib/money.ts";
import { UnacceptedLinks } from "../unaccepted-links.tsx";
import { type FormOutcome, SettingsSection } from "./settings-section.tsx";

type StatusText = { tone: Tone; word: string; date: string; meaning: string };

/** `date` is the text before the date of the last link. */
const STATUS_TEXT: Record<LoyaltyAccount["status"], StatusText> = {
  active: {
    tone: "completed",
    word: "Linked",
    date: "since",
    meaning: "You can give these points.",
  },
  pending_oauth: {
    tone: "waiting",
    word: "Waiting",
    date: "since",
    meaning: "Finish linking at your bank to give these points.",
  },
  unlinked: {
    tone: "failed",
    word: "Not linked",
    date: "Was linked on",
    meaning: "You can’t give these points. To connect it again, start in your bank’s app.",
  },
};

function DisconnectForm({ account }: { account: LoyaltyAccount }) {
  return (
    <Form method="post" action="/settings/accounts/disconnect" className="shrink-0">
      <input type="hidden" name="account_id" value={account.loyalty_account_id} />
      <Ask
        ask="Disconnect"
        meaning="You can no longer give these points, here or in your bank’s app. Your gifts and receipts stay. Your bank can’t connect it again without your approval."
        yes={`Disconnect ${account.bank_name}`}
      />
    </Form>
  );
}

function AccountRow({ account }: { account: LoyaltyAccount }) {
  const { tone, word, date, meaning } = STATUS_TEXT[account.status];
  return (
    <li className="grid gap-1 border-line border-t py-2 desk:first:border-t-0 desk:first:pt-0">
      <p className="font-strong">{account.bank_name}</p>
      <p className="figures text-quiet text-small">
        {account.loyalty_program_name} · {formatRate(account.points_per_dollar)}
      </p>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-quiet text-small">
        <Status tone={tone}>{word}</Status>
        <span>
          {date} <Moment at={account.linked_at} as="date" />.
        </span>
        <span>{meaning}</span>
      </p>
      {account.status !== "unlinked" && <DisconnectForm account={account} />}
    </li>
  );
}

type AccountsSectionProps = {
  outcome: FormOutcome;
  accounts: LoyaltyAccount[];
  unaccepted: UnacceptedLink[];
};

/** The cardholder's linked accounts. Only a bank can link; both can unlink. */
export function AccountsSection({ outcome, accounts: all, unaccepted }: AccountsSectionProps) {
  const accounts = all.filter(({ status, accepted }) => status !== "active" || accepted);
  return (
    <SettingsSection
      id="accounts"
      outcome={outcome}
      intro={
        accounts.length > 0 &&
        "The programs whose points you can give. Your bank connects them. You can disconnect them at any time."
      }
    >
      <UnacceptedLinks links={unaccepted} />
      {all.length === 0 ? (
        <p>
          No rewards account is linked yet. Sign in to your bank, open its rewards program, and
          choose to give points. That links your account.
        </p>
      ) : (
        <ul>
          {accounts.map((account) => (
            <AccountRow key={account.loyalty_account_id} account={account} />
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}
