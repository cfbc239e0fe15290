import type { Metadata } from "next";
import { ButtonLink } from "#components/ui/button.tsx";
import { Page } from "#components/ui/page.tsx";
import { currentCardholder } from "./session.ts";
import { Shell } from "./shell.tsx";

export const metadata: Metadata = { title: "Nothing here" };

export default async function NotFound() {
  // The page has to render even if the session can't be read.
  const signedIn = (await currentCardholder().catch(() => null)) !== null;
  return (
    <Shell signedIn={signedIn}>
      <Page>
        <h1 className="display text-balance text-d40 wide:text-d64">
          There is nothing at this address
        </h1>
        <p className="mt-2">
          Check it for a typing mistake, or go on from{" "}
          {signedIn ? "your home page" : "the first page"}.
        </p>
        <p className="mt-3">
          <ButtonLink href={signedIn ? "/home" : "/"}>
            {signedIn ? "Home" : "First page"}
          </ButtonLink>
        </p>
      </Page>
    </Shell>
  );
}
