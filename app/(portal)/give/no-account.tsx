import { Notice } from "#components/ui/notice.tsx";
import type { Source } from "#lib/donations/accept/sources.ts";

const STATUS_TEXT: Record<string, string> = {
  unlinked: "no longer linked",
  pending_oauth: "not linked completely yet",
};

/** Why there is no account to give from, and what to do. */
export function NoAccount({ sources }: { sources: Source[] }) {
  return (
    <Notice title="Your bank has to link a rewards account first">
      <p>
        Points are given from a rewards account that your bank has linked with us. Link yours in
        your bank’s app or on its website, then come back here.
      </p>
      {sources.length > 0 && (
        <ul className="mt-1">
          {sources.map(({ accountId, programName, bankName, status }) => (
            <li key={accountId}>
              {programName} at {bankName}: {STATUS_TEXT[status]}.
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
