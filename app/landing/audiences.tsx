import type { ReactNode } from "react";

function Audience({ who, children }: { who: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-1 border-line border-t py-3 wide:grid-cols-[14rem_1fr]">
      <dt className="font-strong">{who}</dt>
      <dd className="grid max-w-reading gap-1">{children}</dd>
    </div>
  );
}

const Term = ({ children }: { children: string }) => (
  <code className="inline-block max-w-full break-all font-mono text-small">{children}</code>
);

/** The page's three audiences, with links for each. */
export function Audiences({ apiBase, sandbox }: { apiBase: string; sandbox: boolean }) {
  return (
    <dl className="border-line border-b">
      <Audience who="Cardholders">
        <p>
          Give points here or in your bank’s app. Every gift shows its amount, its points, the
          school’s confirmation number, and your receipt.
        </p>
        <p>
          <a href="/signin" className="link-alone">
            Sign in or set your first password
          </a>
        </p>
      </Audience>
      <Audience who="Schools">
        <p>
          Gifts arrive in the ticketing platform you already use, each with its donor, its fund, and
          its amount. The number you confirm with goes back to the donor and to the bank.
        </p>
        <p>
          <a href="/schools" className="link-alone">
            See the schools
          </a>
        </p>
      </Audience>
      <Audience who="Banks: your systems">
        <p>
          One request submits a donation, and your own transaction reference keeps a retry from
          becoming a second one. It’s the same request whatever platform a school uses. A signed
          webhook tells you the outcome.
        </p>
        <p>
          The API is at <Term>{apiBase}</Term>; your key goes in the header{" "}
          <Term>X-Service-API-Key</Term>.
        </p>
        <p className="flex flex-wrap gap-x-3">
          <a href="/docs" className="link">
            Read the API reference
          </a>
          {sandbox && (
            <a href="/sandbox" className="link">
              See a bank’s donations, events, and webhooks
            </a>
          )}
        </p>
      </Audience>
      <Audience who="Banks: your app">
        <p>
          A ready-made donation screen opens inside your app, in a webview or a frame, in your
          colors. Your server gets its URL with <Term>POST /v1/embed/token</Term> and can lock the
          amount or the school. The API key never goes into an app.
        </p>
        <p>
          For screens of your own, <Term>GET /v1/schools</Term> returns the schools with their
          funds, minimum gifts, and monograms.
        </p>
        {sandbox && (
          <p>
            <a href="/sandbox/bank" className="link-alone">
              Try the demo bank
            </a>
          </p>
        )}
      </Audience>
    </dl>
  );
}
