import type { Metadata } from "next";
import { DonationDiary } from "#components/portal/donation-diary.tsx";
import { Page } from "#components/ui/page.tsx";
import { getOwnProfile } from "#lib/cardholders/queries.ts";
import { listOwnDonations, sumOwnGiving } from "#lib/donations/own-queries.ts";
import { InvalidInput } from "#lib/errors.ts";
import { requireCardholder } from "../../session.ts";
import { Shell } from "../../shell.tsx";
import { GivingHeading } from "./giving-heading.tsx";

export const metadata: Metadata = { title: "Your donations" };

const PAGE_SIZE = 25;

type Query = { searchParams: Promise<{ after?: string | string[] }> };

export default async function Home({ searchParams }: Query) {
  const scope = await requireCardholder("/home");
  const { after } = await searchParams;
  const cursor = typeof after === "string" ? after : undefined;
  const [profile, giving, page] = await Promise.all([
    getOwnProfile(scope),
    sumOwnGiving(scope),
    // An address that was cut short or is another person's: the newest are better than an error.
    listOwnDonations(scope, { limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) }).catch((error) => {
      if (!(error instanceof InvalidInput)) throw error;
      return listOwnDonations(scope, { limit: PAGE_SIZE });
    }),
  ]);
  return (
    <Shell signedIn current="/home">
      <Page>
        <p className="text-quiet">{profile.display_name}</p>
        <GivingHeading giving={giving} />
        {page.total === 0 ? (
          <p className="mt-2 text-lead text-quiet">
            When you give points through your bank, each donation appears here: first as accepted,
            then with the number under which the school has confirmed it.
          </p>
        ) : (
          <section aria-labelledby="donations" className="mt-7">
            <h2 id="donations" className="font-strong text-title">
              {page.total === 1 ? "Your donation" : `Your ${page.total} donations`}
            </h2>
            <DonationDiary donations={page.items} now={new Date().toISOString()} />
            <nav aria-label="Pages of donations" className="flex gap-3 border-line border-t pt-2">
              {cursor && (
                <a href="/home" className="link">
                  Newest donations
                </a>
              )}
              {page.nextCursor && (
                <a href={`/home?after=${page.nextCursor}`} className="link">
                  Earlier donations
                </a>
              )}
            </nav>
          </section>
        )}
      </Page>
    </Shell>
  );
}
