import { Code } from "#components/ui/code.tsx";
import { Section } from "#components/ui/page.tsx";

const PLATFORM_TRIGGERS = {
  ".91": "The school’s platform permanently refuses it, and the donation fails.",
  ".92": "The platform returns 503 twice, then accepts it. Completed after several seconds.",
  ".93": "The credit is created, but the response is lost. The retry finds the same credit.",
  ".94": "Stays pending until an operator releases it.",
};

const BANK_TRIGGERS = {
  ".81": "The bank declines, and nothing is given.",
  ".82": "The bank approves after two seconds. The customer waits for it.",
  ".83": "The first answer is lost. We ask again under the same ID, and the points are held once.",
  ".84":
    "The bank never answers in time, so nothing is given. A webhook asks the bank to release the points.",
};

const TriggerList = ({ triggers }: { triggers: Record<string, string> }) => (
  <dl className="figures border-line border-b">
    {Object.entries(triggers).map(([cents, text]) => (
      <div key={cents} className="grid grid-cols-[4rem_1fr] border-line border-t py-1.5">
        <dt className="font-strong">{cents}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
);

/** How to make the simulated platforms fail, and the demo bank decline. */
export const Triggers = () => (
  <Section
    id="triggers"
    title="Simulate failures"
    intro="The cents of an amount trigger a failure on the simulated platform. All other amounts complete."
  >
    <TriggerList triggers={PLATFORM_TRIGGERS} />
    <p className="mt-3 mb-1 text-small">To release a held donation:</p>
    <Code label="Command that releases a held donation">
      {"npm run -s admin -- donation release --donation <id>"}
    </Code>
    <h3 className="mt-5 font-strong">The bank’s answers</h3>
    <p className="mt-0.5 mb-2 max-w-reading text-quiet text-small">
      Harbor Demonstration Bank approves each gift in the portal, and in a donation screen with an
      open amount, before it is accepted. These cents change its answer.
    </p>
    <TriggerList triggers={BANK_TRIGGERS} />
  </Section>
);
