import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { readFormState, readQuery, type SearchParams, titleOf } from "#app/forms/form-state.ts";
import { currentCardholder } from "#app/session.ts";
import { Shell } from "#app/shell.tsx";
import { ErrorSummary } from "#components/ui/error-summary.tsx";
import { LiveUpdates } from "#components/ui/live-updates.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Page } from "#components/ui/page.tsx";
import { env } from "#lib/env.ts";
import { readDemoState } from "#lib/sandbox/activity.ts";
import { choiceIn } from "#lib/sandbox/flow-choice.ts";
import { CHOOSE_FORM } from "./choose-flow.tsx";
import { FlowScreen } from "./flow-screen.tsx";
import { readOpened } from "./opened-flow.ts";
import { RewardsScreen } from "./rewards-screen.tsx";
import { FlowPanel, RewardsPanel } from "./side-panel.tsx";

type Props = { searchParams: SearchParams };

export const generateMetadata = ({ searchParams }: Props): Promise<Metadata> =>
  titleOf("Demo bank", searchParams);

/** The configured URL, if the page was opened under another host: only the configured origin may frame the flow. */
async function otherAddress(): Promise<string | null> {
  const { host } = new URL(env().publicBaseUrl);
  return (await headers()).get("host") === host ? null : `${env().publicBaseUrl}/sandbox/bank`;
}

export default async function DemoBank({ searchParams }: Props) {
  if (env().environment === "production") notFound();
  // Read first, so that changes during rendering count as updates.
  const { version } = await readDemoState();
  const query = await readQuery(searchParams);
  const [state, opened, elsewhere, cardholder] = await Promise.all([
    readFormState(query),
    query.session ? readOpened(query.session) : null,
    otherAddress(),
    currentCardholder(),
  ]);
  return (
    <Shell signedIn={cardholder !== null} current="/sandbox">
      <Page width="list">
        {state && (
          <div className="mb-4">
            <ErrorSummary errors={state.errors} />
          </div>
        )}
        <h1 className="display text-d40 wide:text-d64">Demo bank</h1>
        <p className="mt-1 mb-4 max-w-reading text-lead text-quiet">
          Harbor Demonstration Bank lets its customers give points to a school. Our donation screen
          opens inside the bank’s own app.
        </p>
        {query.session && !opened && (
          <div className="mb-4">
            <Notice title="This donation screen has expired">Open a new one below.</Notice>
          </div>
        )}
        {elsewhere && (
          <div className="mb-4">
            <Notice title="Open this page at its configured URL">
              The donation screen can only be embedded there:{" "}
              <a href={elsewhere} className="link break-all">
                {elsewhere}
              </a>
            </Notice>
          </div>
        )}
        {opened && <LiveUpdates from="/sandbox/state" version={version} soon />}
        <div className="grid gap-5 desk:grid-cols-[24.875rem_minmax(0,1fr)] desk:gap-8">
          <div className="min-w-0">
            {opened ? <FlowScreen url={opened.flow.url} /> : <RewardsScreen form={CHOOSE_FORM} />}
          </div>
          <div className="grid min-w-0 content-start gap-5">
            {opened ? (
              <FlowPanel {...opened} />
            ) : (
              <RewardsPanel choice={choiceIn(new URLSearchParams(state?.values ?? {}))} />
            )}
          </div>
        </div>
      </Page>
    </Shell>
  );
}
