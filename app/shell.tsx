import type { ComponentProps, ReactNode } from "react";
import { Desk, type Member } from "#components/desk/rooms.tsx";
import { SiteHeader } from "#components/portal/site-header.tsx";
import { schoolColorsCss } from "#components/schools/school-colors.tsx";
import { Page } from "#components/ui/page.tsx";
import { env } from "#lib/env.ts";
import { textLinks } from "./(about)/texts.ts";
import { type FormState, isRejected } from "./forms/form-state.ts";
import { readNonce } from "./nonce.ts";
import { readViewer } from "./viewer.ts";

/** To the help and policy pages that exist, and to the API reference. */
const footerLinks = () => [...textLinks(), { href: "/docs", title: "API reference" }];

function FooterLinks({ current }: { current: string | undefined }) {
  return (
    <nav aria-label="Footer">
      {/* Evenly spaced links with touch-friendly targets. */}
      <ul className="-mx-1 flex flex-wrap wide:gap-x-1">
        {footerLinks().map(({ href, title }) => (
          <li key={href}>
            <a
              href={href}
              aria-current={current === href ? "page" : undefined}
              className="inline-flex min-h-6 items-center px-1 underline hover:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Shown by public/page.js. Sticky, so the reason is visible anywhere on the page. */
const OfflineNotice = () => (
  <div role="status" className="sticky top-0 z-10">
    <p id="offline" hidden className="border-waiting border-b-2 bg-sheet px-2 py-1 text-center">
      You’re offline. What you see may be out of date, and nothing can be sent.
    </p>
  </div>
);

/** Who holds points and money, and the links. */
function Footer({ current }: { current: string | undefined }) {
  const { brandName, environment } = env();
  return (
    <footer className="border-line border-t px-2 wide:px-3 print:hidden">
      <div className="mx-auto flex max-w-list flex-wrap items-center justify-between gap-x-4 py-2 text-quiet text-small">
        <p>
          {environment === "sandbox"
            ? "This is a sandbox: no real money moves, and schools’ answers are simulated."
            : `${brandName} never holds your points or money: your bank converts the points, and the school receives the dollars.`}
        </p>
        <FooterLinks current={current} />
      </div>
    </footer>
  );
}

type Frame = {
  current?: string | undefined;
  /** Makes the page a step of a flow, which has no links but this one; null for none. */
  cancel?: string | null | undefined;
};

/** Whether a page is among a team's rooms. One that says why another isn't shown has no place of its own. */
const isRoom = ({ kind }: Member, current: string | undefined) =>
  current === undefined || current === `/${kind}` || current.startsWith(`/${kind}/`);

/** The frame of every page: header, offline notice, and footer; or, for a member of a team, their rooms. */
export async function Shell({ children, ...frame }: Frame & { children: ReactNode }) {
  const { current, cancel } = frame;
  const { brandName, environment } = env();
  const sandbox = environment === "sandbox";
  // Steps of a flow don't show who is signed in. Pages that need no database don't need one for this, either.
  const viewer = cancel === undefined ? await readViewer().catch(() => null) : null;
  const member = viewer?.member;
  if (member && isRoom(member, current)) {
    const links = [...footerLinks(), ...(sandbox ? [{ href: "/sandbox", title: "Sandbox" }] : [])];
    const colors = member.school && schoolColorsCss([member.school]);
    return (
      <>
        {colors && <style nonce={await readNonce()}>{colors}</style>}
        <Desk {...{ brandName, member, links, current }} contexts={viewer.contexts}>
          <OfflineNotice />
          {children}
        </Desk>
      </>
    );
  }
  return (
    <div className="flex min-h-[calc(100dvh-var(--tabs,0px))] flex-col print:block print:min-h-0">
      <SiteHeader brandName={brandName} sandbox={sandbox} viewer={viewer} {...frame} />
      <OfflineNotice />
      {children}
      {cancel === undefined && <Footer current={current} />}
    </div>
  );
}

type TitleProps = { name: string; state: FormState | null };

/** Of pages below a layout that gives them none. "Error:" comes first: screen readers announce the title first. */
export const Title = ({ name, state }: TitleProps) => (
  <title>{`${isRejected(state) ? "Error: " : ""}${name} – ${env().brandName}`}</title>
);

/** A portal page with header and footer. */
export function PortalPage({ current, cancel, ...page }: Frame & ComponentProps<typeof Page>) {
  return (
    <Shell current={current} cancel={cancel}>
      <Page width="list" isCompact={cancel !== undefined} {...page} />
    </Shell>
  );
}
