import { Notice } from "#components/ui/notice.tsx";
import type { Source } from "#lib/donations/accept/sources.ts";

const STATUS_TEXT: Record<string, string> = {
  unlinked: "no longer linked",
  pending_oauth: "waiting for your consent",
};

/** Why there is no account to give from, and what to do. */
export function NoAccount({ sources }: { sources: Source[] }) {
  return (
    <Notice title="Link a rewards account first">
      <p>
        Link your rewards account in your bank’s app or on its website. Then come back here to give.
      </p>
      {sources.length > 0 && (
        <ul className="mt-1">
          {sources.map(({ accountId, programName, bankName, status }) => (
            <li key={accountId}>
              {programName}, {bankName}: {STATUS_TEXT[status]}.
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
