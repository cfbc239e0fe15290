import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { type Query, readFormState, readQuery, titled } from "#app/forms/form-state.ts";
import { requireCardholder } from "#app/session.ts";
import { Shell } from "#app/shell.tsx";
import { Page } from "#components/ui/page.tsx";
import { maskEmail } from "#lib/accounts/consent.ts";
import { getCardholderProfile } from "#lib/cardholders/profile/queries.ts";
import { consentPath } from "#lib/oauth/paths.ts";
import { LinkEnded } from "../../link-ended.tsx";
import { ConsentForm } from "./consent-form.tsx";
import { approverToken, isWaitingForBank, readInteraction } from "./read-interaction.ts";

export const policy = { react: false };

type Props = Query & { params: Promise<{ uid: string }> };

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { ...(await titled("Connect your account")(props)), robots: "noindex" };
}

/** The bank's initials. Decorative: the title names the bank. */
function BankMark({ name }: { name: string }) {
  const initials = [...new Intl.Segmenter("en-US", { granularity: "word" }).segment(name)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => [...segment][0]);
  return (
    <p
      aria-hidden="true"
      className="flex size-6 items-center justify-center rounded-box bg-ink font-strong text-lead text-paper uppercase"
    >
      {initials.slice(0, 2).join("")}
    </p>
  );
}

export default async function Consent({ params, searchParams }: Props) {
  const [{ uid }, query] = await Promise.all([params, readQuery(searchParams)]);
  const path = consentPath(uid);
  const open = await readInteraction(uid);
  if (!open) {
    // Approved, but the bank hasn't redeemed the code: the response was lost, or this page was reopened.
    if (await isWaitingForBank(uid)) redirect(`${path}/back`);
    return <LinkEnded />;
  }
  if (!open.link.isBankActive) return <LinkEnded suspendedBank={open.link.bankName} />;
  const scope = await requireCardholder(path);
  const [profile, token, state] = await Promise.all([
    getCardholderProfile(scope),
    approverToken(uid, scope),
    readFormState(query),
  ]);
  const { link } = open;
  const isOther = link.emailedId !== scope.cardholderId;
  return (
    <Shell cancel={null}>
      <Page width="form" isCompact>
        <BankMark name={link.bankName} />
        <h1 className="mt-1.5 font-strong text-title">
          Connect to <bdi>{link.bankName}</bdi>?
        </h1>
        <p className="mt-0.5 text-quiet">
          As <bdi className="text-ink">{profile.email}</bdi>
        </p>
        <form method="post" action={`${path}/switch`}>
          <button type="submit" className="link-alone cursor-pointer">
            Use a different account
          </button>
        </form>
        <ConsentForm
          path={path}
          token={token}
          email={profile.email}
          otherEmail={isOther ? maskEmail(link.email) : null}
          errors={state?.errors ?? {}}
          link={link}
        />
      </Page>
    </Shell>
  );
}
