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
      <Audience who="You hold a card">
        <p>
          Give points here, or in your bank’s rewards. Each donation shows up with its amount, the
          points it took, the school’s own number for it and a receipt.
        </p>
        <p>
          <a href="/signin" className="link-alone">
            Sign in, or set your first password
          </a>
        </p>
      </Audience>
      <Audience who="You build the bank’s systems">
        <p>
          One request submits a donation, and your own transaction reference keeps a retry from
          becoming a second one. It is the same request whatever platform a school uses. A signed
          webhook tells you how it ended.
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
              See a bank’s donations, events and webhooks
            </a>
          )}
        </p>
      </Audience>
      <Audience who="You build the bank’s app">
        <p>
          A ready-made donation screen opens inside your app, in a webview or a frame, in your
          colors. Your back end asks for its address with <Term>POST /v1/embed/token</Term> and can
          fix the amount or the school; the key never goes into an app. Your return address says how
          it ended.
        </p>
        <p>
          For screens of your own, <Term>GET /v1/schools</Term> gives the schools with their funds,
          smallest amounts and monograms.
        </p>
        {sandbox && (
          <p>
            <a href="/sandbox/bank" className="link-alone">
              Try it in a demonstration bank’s app
            </a>
          </p>
        )}
      </Audience>
    </dl>
  );
}
