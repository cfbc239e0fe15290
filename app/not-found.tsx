import type { Metadata } from "next";
import { Page } from "#components/ui/page.tsx";
import { Shell } from "./shell.tsx";

export const metadata: Metadata = { title: "Nothing here" };

export default function NotFound() {
  return (
    <Shell>
      <Page>
        <h1 className="font-strong text-title">There is nothing at this address</h1>
        <p className="mt-2">
          Check it for a typing mistake, or go on from the{" "}
          <a href="/" className="link">
            first page
          </a>
          .
        </p>
      </Page>
    </Shell>
  );
}
