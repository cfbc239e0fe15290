import type { Metadata } from "next";
import { ButtonLink } from "#components/ui/button.tsx";
import { Page } from "#components/ui/page.tsx";
import { currentCardholder } from "./session.ts";
import { Shell } from "./shell.tsx";

export const metadata: Metadata = { title: "Page not found" };

export default async function NotFound() {
  // The page has to render even if the session can't be read.
  const signedIn = (await currentCardholder().catch(() => null)) !== null;
  return (
    <Shell signedIn={signedIn}>
      <Page>
        <h1 className="display text-balance text-d40 wide:text-d64">Page not found</h1>
        <p className="mt-2">Check the address, or start again from the home page.</p>
        <p className="mt-3">
          <ButtonLink href={signedIn ? "/home" : "/"}>Go to the home page</ButtonLink>
        </p>
      </Page>
    </Shell>
  );
}
