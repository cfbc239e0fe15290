import type { Metadata } from "next";
import { ButtonLink, StandaloneLink } from "#components/ui/button.tsx";
import { Section } from "#components/ui/page.tsx";
import { env } from "#lib/env.ts";
import { publicRobots } from "../public-robots.ts";
import { PortalPage } from "../shell.tsx";

export const policy = { cached: true, react: false };

export const generateMetadata = (): Metadata => ({ title: "For banks", robots: publicRobots() });

const Term = ({ children }: { children: string }) => (
  <code className="inline-block max-w-full break-all font-mono text-small">{children}</code>
);

/** What a bank integrates, and where to start. */
export default function Banks() {
  const { environment, publicBaseUrl } = env();
  const sandbox = environment === "sandbox";
  return (
    <PortalPage current="/banks">
      <h1 className="display text-balance text-d40 wide:text-d88">
        Points your customers love to give
      </h1>
      <p className="mt-2 max-w-reading text-lead text-quiet">
        You convert points into dollars. We bring the gift to the school, and its confirmation
        number back to you.
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <ButtonLink href="/docs/start">Start in ten minutes</ButtonLink>
        <StandaloneLink href="/docs">API reference</StandaloneLink>
        {sandbox && <StandaloneLink href="/sandbox/bank">Try the demo bank</StandaloneLink>}
        {sandbox && (
          <StandaloneLink href="/sandbox">
            See a bank’s donations, emails, and webhooks
          </StandaloneLink>
        )}
      </div>
      <Section id="systems" title="Your systems" hasSideHeading>
        <p className="max-w-reading">
          One request submits a donation, and your own transaction reference keeps a retry from
          becoming a second one. It’s the same request whatever platform a school uses. A signed
          webhook tells you the outcome.
        </p>
        <p className="mt-2 max-w-reading">
          The API is at <Term>{`${publicBaseUrl}/v1`}</Term>; your key goes in the header{" "}
          <Term>X-Service-API-Key</Term>.
        </p>
      </Section>
      <Section id="app" title="Your app" hasSideHeading>
        <p className="max-w-reading">
          A ready-made donation screen opens inside your app, in a webview or a frame, in your
          colors. Your server gets its URL with <Term>POST /v1/embed/token</Term> and can lock the
          amount or the school. The API key never goes into an app.
        </p>
        <p className="mt-2 max-w-reading">
          For screens of your own, <Term>GET /v1/schools</Term> returns the schools with their
          funds, minimum gifts, and monograms.
        </p>
      </Section>
    </PortalPage>
  );
}
