import { ButtonLink } from "#components/ui/button.tsx";
import { Page, Section } from "#components/ui/page.tsx";
import { env } from "#lib/env.ts";
import { readGivingTotals } from "#lib/schools/giving-totals.ts";
import { Audiences } from "./landing/audiences.tsx";
import { ExampleDonation } from "./landing/example-donation.tsx";
import { GivingFigures } from "./landing/giving-figures.tsx";
import { currentCardholder } from "./session.ts";
import { Shell } from "./shell.tsx";

export default async function Landing() {
  const { brandName, environment, publicBaseUrl } = env();
  const sandbox = environment === "sandbox";
  const [figures, cardholder] = await Promise.all([readGivingTotals(), currentCardholder()]);
  return (
    <Shell signedIn={cardholder !== null} current="/">
      <Page width="list">
        <div className="grid gap-x-8 gap-y-5 desk:grid-cols-[1fr_24rem] desk:items-center">
          <div className="max-w-reading">
            <h1 className="font-strong text-title wide:text-display">
              Reward points, given to the team you love
            </h1>
            <p className="mt-2 text-lead text-quiet">
              {brandName} turns credit-card reward points into donations to university athletic
              foundations. Your bank converts the points, the school receives dollars, and everybody
              can see that it arrived.
            </p>
            <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
              <ButtonLink href={cardholder ? "/give" : "/signin"}>
                {cardholder ? "Give" : "Sign in"}
              </ButtonLink>
              {sandbox && (
                <a href="/sandbox" className="link-alone">
                  Watch a donation travel in the sandbox
                </a>
              )}
            </div>
          </div>
          <ExampleDonation />
        </div>
        <GivingFigures figures={figures} sandbox={sandbox} />
        <Section id="for-whom" title="Where do you come in?">
          <Audiences apiBase={`${publicBaseUrl}/v1`} sandbox={sandbox} />
        </Section>
      </Page>
    </Shell>
  );
}
