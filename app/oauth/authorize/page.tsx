import type { Metadata } from "next";
import { Page } from "#components/ui/page.tsx";
import { Shell } from "../../shell.tsx";

export const metadata: Metadata = { title: "Linking isn’t available yet" };

export default function Authorize() {
  return (
    <Shell>
      <Page>
        <h1 className="display text-balance text-d40 wide:text-d64">Linking isn’t available yet</h1>
        <p className="mt-2 text-lead">
          Nothing was changed: no account was linked, and no points were used.
        </p>
        <p className="mt-2">
          Your bank sent you here to confirm a link. Until that’s possible, your bank can link your
          account for you. Go back to your bank’s app and choose another way, or contact your bank.
        </p>
      </Page>
    </Shell>
  );
}
