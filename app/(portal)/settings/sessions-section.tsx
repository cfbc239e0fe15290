import Bowser from "bowser";
import { Ask, Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { Moment } from "#components/ui/moment.tsx";
import type { listSessions } from "#lib/auth/sessions.ts";
import { type FormOutcome, SettingsSection } from "./settings-section.tsx";

const UNKNOWN = "Unknown app or browser";

/** "Firefox on Windows", "Safari on iPhone". */
export function describeBrowser(userAgent: string | null): string {
  if (!userAgent?.trim()) return UNKNOWN;
  const { browser, os, platform } = Bowser.parse(userAgent);
  if (!browser.name || !os.name) return UNKNOWN;
  // "iPhone" is more helpful than "iOS".
  return `${browser.name} on ${platform.vendor === "Apple" && platform.model ? platform.model : os.name}`;
}

type Sessions = Awaited<ReturnType<typeof listSessions>>;
type Session = Sessions["sessions"][number];

/** The names of the teams that sessions act for. */
type Teams = ReadonlyMap<string, string | null>;

/** The rest are collapsed. */
const MAX_EXPANDED = 5;

function SignOutForm({ session, browser }: { session: Session; browser: string }) {
  return (
    <Form method="post" action="/settings/sessions/end" className="shrink-0">
      <input type="hidden" name="session_id" value={session.sessionId} />
      <Button look="quiet">
        Sign out<span className="sr-only"> {browser}</span>
      </Button>
    </Form>
  );
}

function SessionRow({ session, teams }: { session: Session; teams: Teams }) {
  const browser = describeBrowser(session.userAgent);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 border-line border-t py-2 desk:first:border-t-0 desk:first:pt-0 wide:flex-nowrap">
      <div className="min-w-0">
        <p className="font-strong">{browser}</p>
        {session.isCurrent && <p>This browser</p>}
        {session.tenant && (
          <p>
            Working for <bdi>{teams.get(session.tenant) ?? "a team"}</bdi>
          </p>
        )}
        <p className="text-quiet text-small">
          Signed in <Moment at={session.createdAt} as="minute" />
        </p>
        <p className="text-quiet text-small">
          Last used <Moment at={session.lastUsedAt} as="minute" />
        </p>
      </div>
      {!session.isCurrent && <SignOutForm session={session} browser={browser} />}
    </li>
  );
}

function SignOutElsewhere({ count }: { count: number }) {
  return (
    <Form method="post" action="/settings/sessions/end-others">
      <Ask
        look="danger"
        ask="Sign out everywhere else"
        meaning={`${count === 1 ? "One other session ends" : `${count} other sessions end`} immediately. You’ll stay signed in here.`}
        yes="Sign out now"
      />
    </Form>
  );
}

/** The open sessions, this one first, with buttons to end the others. */
export function SessionsSection({
  outcome,
  open,
  teams,
}: {
  outcome: FormOutcome;
  open: Sessions;
  teams: Teams;
}) {
  const { sessions, count } = open;
  const collapsed = sessions.slice(MAX_EXPANDED);
  const unlisted = count - sessions.length;
  const row = (session: Session) => (
    <SessionRow key={session.sessionId} session={session} teams={teams} />
  );
  return (
    <SettingsSection
      id="sessions"
      outcome={outcome}
      intro="Don’t recognize one of these? Sign it out and change your password. Sessions end automatically after 90 days."
    >
      <div>
        <ul>{sessions.slice(0, MAX_EXPANDED).map(row)}</ul>
        {collapsed.length > 0 && (
          <details className="border-line border-t">
            <summary className="link-alone">Show {collapsed.length} more</summary>
            <ul>{collapsed.map(row)}</ul>
            {unlisted > 0 && (
              <p className="border-line border-t py-2 text-quiet">
                {unlisted === 1 ? "One older session isn’t" : `${unlisted} older sessions aren’t`}{" "}
                shown.
              </p>
            )}
          </details>
        )}
      </div>
      {count > 1 && <SignOutElsewhere count={count - 1} />}
    </SettingsSection>
  );
}
