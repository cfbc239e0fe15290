/** How service keys are shown. */
import { Moment } from "#components/ui/moment.tsx";
import type { listServiceKeys } from "#lib/staff/service-keys.ts";

export type ServiceKey = Awaited<ReturnType<typeof listServiceKeys>>["inUse"][number];

/** What a key looks like, without its secret. */
export const KeyHint = ({ hint }: { hint: string }) => (
  <span className="whitespace-nowrap font-mono text-fine text-quiet">svk_…{hint}</span>
);

export const When = ({ at }: { at: Date | null }) => (at ? <Moment at={at} as="date" /> : "Never");

/** Why and since when a key can't be used. */
export function Ended({ revokedAt, expiresAt }: Pick<ServiceKey, "revokedAt" | "expiresAt">) {
  return (
    <span>
      {revokedAt ? "Revoked" : "Expired"} <When at={revokedAt ?? expiresAt} />
    </span>
  );
}
