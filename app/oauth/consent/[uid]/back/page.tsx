import { Shell } from "#app/shell.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Page } from "#components/ui/page.tsx";
import { LinkEnded } from "../../../link-ended.tsx";
import { readDecided } from "../read-interaction.ts";

type Props = { params: Promise<{ uid: string }> };

export const metadata = { title: "Back to your bank", robots: "noindex" };

/** Shown if the page is opened again after the bank has connected the account. */
function Connected({ bankName }: { bankName: string }) {
  return (
    <Page width="form">
      <h1 className="display text-balance text-d40 wide:text-d64">Your account is connected</h1>
      <p className="mt-2 text-lead">
        There’s nothing left to do here. You can go back to <bdi>{bankName}</bdi>.
      </p>
    </Page>
  );
}

/** Redirects automatically. The button is for browsers that open an app only after a click. */
function RedirectToBank({
  bankName,
  path,
  isApproved,
}: {
  bankName: string;
  path: string;
  isApproved: boolean;
}) {
  return (
    <>
      <meta httpEquiv="refresh" content={`0;url=${path}`} />
      <Page width="form">
        <h1 className="display text-balance text-d40 wide:text-d64">
          {isApproved ? "Almost done" : "Not connected"}
        </h1>
        <p className="mt-2 text-lead">
          Taking you back to <bdi>{bankName}</bdi>…
        </p>
        <p className="mt-3">
          <ButtonLink href={path}>Go back to your bank</ButtonLink>
        </p>
      </Page>
    </>
  );
}

/**
 * Redirects to the bank after the decision. This is a separate page because `form-action` in the content security
 * policy allows forms to lead only to this site, redirects included, and because opening an app may need a click.
 */
export default async function BackToBank({ params }: Props) {
  const { uid } = await params;
  const decided = await readDecided(uid);
  if (!decided) return <LinkEnded />;
  return (
    <Shell>
      {decided.isRedeemed ? <Connected {...decided} /> : <RedirectToBank {...decided} />}
    </Shell>
  );
}
