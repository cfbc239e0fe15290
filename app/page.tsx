import type { Metadata } from "next";
import { ButtonLink, StandaloneLink } from "#components/ui/button.tsx";
import { Section } from "#components/ui/page.tsx";
import { isStaff, type SessionScope } from "#lib/auth/scopes.ts";
import { env } from "#lib/env.ts";
import { listConferences, readSchoolBranding } from "#lib/schools/branding.ts";
import type { SchoolBranding } from "#lib/schools/contract.ts";
import { readGivingTotals } from "#lib/schools/totals.ts";
import { ExampleTickets, SchoolBand } from "./landing/example-schools.tsx";
import { GivingFigures } from "./landing/giving-figures.tsx";
import { Audiences, Participants, Steps } from "./landing/sections.tsx";
import { shownSchools } from "./landing/shown-schools.ts";
import { publicRobots } from "./public-robots.ts";
import { SchoolColorStyles } from "./school-styles.tsx";
import { currentSession } from "./session.ts";
import { PortalPage } from "./shell.tsx";

export const policy = { cached: true };

export const generateMetadata = (): Metadata => ({ robots: publicRobots() });

type HeroProps = { schools: SchoolBranding[]; sandbox: boolean; session: SessionScope | null };

/** The pitch, and where to start. */
function Hero({ schools, sandbox, session }: HeroProps) {
  const canGive = session !== null && !isStaff(session);
  return (
    <div className="overflow-x-clip px-2 py-5 wide:px-3 desk:py-8">
      <div className="mx-auto grid max-w-list gap-x-8 gap-y-5 desk:grid-cols-[1fr_min(28rem,42%)] desk:items-center">
        <div>
          <h1 className="display text-d64 wide:text-d132">
            Points in. <span className="block">Game on.</span>
          </h1>
          <p className="mt-3 max-w-reading text-lead">
            Turn credit-card points into a gift to the athletic foundation you love. Your bank
            converts them, the school gets dollars, and you get the receipt.
          </p>
          <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
            <ButtonLink href={canGive ? "/give" : "/schools"} className="min-h-7">
              {canGive ? "Give" : "Find your school"}
            </ButtonLink>
            {!session && <StandaloneLink href="/signin">Sign in</StandaloneLink>}
            {sandbox && <StandaloneLink href="/sandbox">See the sandbox</StandaloneLink>}
          </div>
        </div>
        <ExampleTickets schools={schools} />
      </div>
    </div>
  );
}

export default async function Landing() {
  const sandbox = env().environment === "sandbox";
  const [figures, looks, conferences, session] = await Promise.all([
    readGivingTotals(),
    readSchoolBranding(),
    listConferences(),
    currentSession(),
  ]);
  const { onTickets, inBand } = shownSchools(looks);
  return (
    <PortalPage
      current="/"
      banner={
        <>
          <SchoolColorStyles schools={[...onTickets, ...inBand]} />
          <Hero schools={onTickets} sandbox={sandbox} session={session} />
          <SchoolBand schools={inBand} />
        </>
      }
    >
      <Steps />
      <GivingFigures figures={figures} sandbox={sandbox} />
      <Participants conferences={conferences} />
      <Section id="for-whom" title="Who it’s for">
        <Audiences sandbox={sandbox} />
      </Section>
    </PortalPage>
  );
}
