import { RowStatus } from "#components/desk/status.tsx";
import { Moment } from "#components/ui/moment.tsx";
import type { ApiKey } from "#lib/staff/api-keys.ts";
import { KEY_SCOPE_NAMES } from "./forms.ts";

export const scopeName = (scope: string) =>
  KEY_SCOPE_NAMES[scope as keyof typeof KEY_SCOPE_NAMES]?.label;

export const KeyName = ({ name, keyId, environment }: ApiKey) => (
  <>
    <bdi className="font-strong">{name}</bdi>{" "}
    <span className="font-mono text-fine text-quiet">
      {environment === "production" ? "svc_live_" : "svc_test_"}
      {keyId}
    </span>
  </>
);

/** Whether a key works, and until when. */
export function KeyState({ isInUse, releasedAt, revokedAt, expiresAt }: ApiKey) {
  if (revokedAt) return <>Revoked</>;
  if (!isInUse) return <>Expired</>;
  if (!releasedAt) return <RowStatus tone="waiting">To release</RowStatus>;
  return expiresAt ? (
    <>
      Until <Moment at={expiresAt} as="date" />
    </>
  ) : (
    <>No end</>
  );
}

export const LastUse = ({ lastUsedAt }: ApiKey) =>
  lastUsedAt ? <Moment at={lastUsedAt} as="day" /> : <>Never</>;
