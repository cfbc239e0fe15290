/** The landing page's sections on how giving works and who it's for. */
import type { ReactNode } from "react";
import { StandaloneLink } from "#components/ui/button.tsx";
import { Section } from "#components/ui/page.tsx";
import type { Conference } from "#lib/schools/branding.ts";

const STEPS = [
  {
    title: "Pick an amount",
    text: "See the dollars, the points, and the rate before you give. Always.",
  },
  {
    title: "We deliver it",
    text: "Your gift goes straight to the school’s ticket office, matched by your email.",
  },
  {
    title: "The school confirms",
    text: "Its confirmation number is printed on your ticket, and you get a receipt.",
  },
];

export function Steps() {
  return (
    <section aria-labelledby="how" className="mt-8">
      <h2 id="how" className="display text-d40">
        How it works
      </h2>
      <ol className="mt-3 grid gap-4 wide:grid-cols-3">
        {STEPS.map(({ title, text }, n) => (
          <li key={title}>
            <p aria-hidden="true" className="display text-d64">
              {n + 1}
            </p>
            <h3 className="mt-1 font-strong">{title}</h3>
            <p className="mt-0.5 text-quiet">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The conferences that accept gifts, each linked to its schools. */
export function Participants({ conferences }: { conferences: Conference[] }) {
  const schools = conferences.reduce((sum, conference) => sum + conference.schools.length, 0);
  return (
    <Section
      id="participants"
      title="Who takes part"
      intro={<span className="figures">{schools} schools, by conference.</span>}
    >
      <ul className="grid grid-cols-2 gap-x-3 gap-y-1 wide:grid-cols-4">
        {conferences.map(({ name, anchor, schools: members }) => (
          <li key={name}>
            <a href={`/schools#${anchor}`} className="block py-1 hover:underline">
              <span className="display block text-d28">{name}</span>
              <span className="figures text-quiet text-small">
                {members.length === 1 ? "1 school" : `${members.length} schools`}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-1">
        <StandaloneLink href="/schools">See all schools</StandaloneLink>
      </p>
    </Section>
  );
}

function Audience({ who, children }: { who: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-1 border-line border-t py-3 wide:grid-cols-[14rem_1fr]">
      <dt className="font-strong">{who}</dt>
      <dd className="grid max-w-reading gap-1">{children}</dd>
    </div>
  );
}

export function Audiences({ sandbox }: { sandbox: boolean }) {
  return (
    <dl className="border-line border-b">
      <Audience who="Cardholders">
        <p>
          Give points here or in your bank’s app. Every gift shows its amount, its points, the
          school’s confirmation number, and your receipt.
        </p>
        <p>
          <StandaloneLink href="/signin">Sign in or set your first password</StandaloneLink>
        </p>
      </Audience>
      <Audience who="Schools">
        <p>
          Gifts arrive in the ticketing platform you already use, each with its donor, its fund, and
          its amount. The number you confirm with goes back to the donor and to the bank.
        </p>
        <p className="flex flex-wrap gap-x-3">
          <StandaloneLink href="/schools">See the schools</StandaloneLink>
          <StandaloneLink href="/docs/foundations">Working as a foundation</StandaloneLink>
        </p>
      </Audience>
      <Audience who="Banks">
        <p>
          Your customers give in your app or here, with points that you convert. One API works for
          every school, and a ready-made donation screen comes in your colors.
        </p>
        <p className="flex flex-wrap gap-x-3">
          <StandaloneLink href="/banks">For banks</StandaloneLink>
          {sandbox && <StandaloneLink href="/sandbox/bank">Try the demo bank</StandaloneLink>}
        </p>
      </Audience>
    </dl>
  );
}
