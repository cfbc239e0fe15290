import { Code } from "#components/ui/code.tsx";
import { Section } from "#components/ui/page.tsx";

const TRIGGERS = [
  [".91", "The school’s platform permanently refuses it, and the donation fails."],
  [".92", "The platform returns 503 twice, then accepts it. Completed after several seconds."],
  [".93", "The credit is created, but the response is lost. The retry finds the same credit."],
  [".94", "Stays pending until an operator releases it."],
] as const;

/** How to make the simulated platforms fail. */
export function Triggers() {
  return (
    <Section
      id="triggers"
      title="Simulate failures"
      intro="The cents of an amount trigger a failure on the simulated platform. All other amounts complete."
    >
      <dl className="figures border-line border-b">
        {TRIGGERS.map(([cents, text]) => (
          <div key={cents} className="grid grid-cols-[4rem_1fr] border-line border-t py-1.5">
            <dt className="font-strong">{cents}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 mb-1 text-small">To release a held donation:</p>
      <Code label="Command that releases a held donation">
        {"npm run -s admin -- donation release --donation <id>"}
      </Code>
    </Section>
  );
}
