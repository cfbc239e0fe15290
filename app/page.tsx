import type { Metadata } from "next";
import { ButtonLink } from "#components/ui/button.tsx";
import { Page, Section } from "#components/ui/page.tsx";
import { env } from "#lib/env.ts";
import { listConferences } from "#lib/schools/conferences.ts";
import { readSchoolLooks } from "#lib/schools/looks.ts";
import { readGivingTotals } from "#lib/schools/totals.ts";
import { Audiences } from "./landing/audiences.tsx";
import { ExampleTickets } from "./landing/example-tickets.tsx";
import { GivingFigures } from "./landing/giving-figures.tsx";
import { Participants } from "./landing/participants.tsx";
import { SchoolBand } from "./landing/school-band.tsx";
import { shownSchools } from "./landing/shown-schools.ts";
import { Steps } from "./landing/steps.tsx";
import { publicRobots } from "./public-robots.ts";
import { StylesOf } from "./school-styles.tsx";
import { currentCardholder } from "./session.ts";
import { Shell } from "./shell.tsx";

export const generateMetadata = (): Metadata => ({ robots: publicRobots() });

export default async function Landing() {
  const { environment, publicBaseUrl } = env();
  const sandbox = environment === "sandbox";
  const [figures, looks, conferences, cardholder] = await Promise.all([
    readGivingTotals(),
    readSchoolLooks(),
    listConferences(),
    currentCardholder(),
  ]);
  const { onTickets, inBand } = shownSchools(looks);
  return (
    <Shell signedIn={cardholder !== null} current="/">
      <StylesOf schools={[...onTickets, ...inBand]} />
      <Page
        width="list"
        banner={
          <>
            <div className="overflow-x-clip px-2 pt-5 wide:px-3 desk:pt-8">
              <div className="mx-auto grid max-w-list gap-x-8 gap-y-5 desk:grid-cols-[1fr_28rem] desk:items-center">
                <div>
                  <h1 className="display text-d64 wide:text-d132">
                    Points in. <span className="block">Game on.</span>
                  </h1>
                  <p className="mt-3 max-w-reading text-lead">
                    Turn credit-card points into a gift to the athletic foundation you love. Your
                    bank converts them, the school gets dollars, and you get the ticket.
                  </p>
                  <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
                    <ButtonLink href={cardholder ? "/give" : "/schools"} className="min-h-7">
                      {cardholder ? "Give" : "Find your school"}
                    </ButtonLink>
                    {!cardholder && (
                      <a href="/signin" className="link-alone">
                        Sign in
                      </a>
                    )}
                    {sandbox && (
                      <a href="/sandbox" className="link-alone">
                        See the sandbox
                      </a>
                    )}
                  </div>
                </div>
                <ExampleTickets schools={onTickets} />
              </div>
            </div>
            <SchoolBand schools={inBand} />
          </>
        }
      >
        <Steps />
        <GivingFigures figures={figures} sandbox={sandbox} />
        <Participants conferences={conferences} />
        <Section id="for-whom" title="Who it’s for">
          <Audiences apiBase={`${publicBaseUrl}/v1`} sandbox={sandbox} />
        </Section>
      </Page>
    </Shell>
  );
}
