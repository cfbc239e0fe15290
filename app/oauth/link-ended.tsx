import { Page } from "#components/ui/page.tsx";
import { currentCardholder } from "../session.ts";
import { Shell } from "../shell.tsx";

/** Shown for every request that can't be approved: unknown, expired, replaced, and used ones alike. */
export async function LinkEnded() {
  return (
    <Shell signedIn={(await currentCardholder()) !== null}>
      <Page>
        <h1 className="display text-balance text-d40 wide:text-d64">This link has expired</h1>
        <p className="mt-2 text-lead">
          Go back to your bank’s app or website and connect your account again.
        </p>
        <p className="mt-2">
          Have you just approved it? Then there’s nothing left to do here. No points were used.
        </p>
      </Page>
    </Shell>
  );
}
