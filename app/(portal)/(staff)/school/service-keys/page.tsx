import { roleName } from "#app/context-labels.ts";
import { type Column, column, List } from "#components/desk/list.tsx";
import { Ask } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { listServiceKeys, MAX_KEYS } from "#lib/staff/service-keys.ts";
import {
  type SchoolPage,
  StaffForm,
  StaffFrame,
  StaffSection,
  staffPage,
} from "../../staff-page.tsx";
import { forms, TOO_MANY } from "./forms.ts";

/** Shown once. */
const FLASHES = {
  revoked: "The key was revoked. It no longer works",
  ended: "That key had already ended",
};

type ServiceKey = Awaited<ReturnType<typeof listServiceKeys>>["inUse"][number];

const When = ({ at }: { at: Date | null }) => (at ? <Moment at={at} as="date" /> : "Never");

/** Why and since when a key can't be used. */
function Ended({ revokedAt, expiresAt }: Pick<ServiceKey, "revokedAt" | "expiresAt">) {
  return (
    <span>
      {revokedAt ? "Revoked" : "Expired"} <When at={revokedAt ?? expiresAt} />
    </span>
  );
}

const KeyName = ({ name, hint }: Pick<ServiceKey, "name" | "hint">) => (
  <span className="[overflow-wrap:anywhere]">
    <bdi className="font-strong">{name}</bdi>{" "}
    <span className="font-mono text-fine text-quiet">svk_…{hint}</span>
  </span>
);

type KeyColumn = Column<ServiceKey>;

const NAME: KeyColumn = column("Name", "rest", (key) => <KeyName {...key} />);
const ROLE: KeyColumn = column("Role", "status", ({ role }) => roleName(role));
const USED: KeyColumn = column("Last used", "date", ({ lastUsedAt }) => <When at={lastUsedAt} />);

const Revoke = ({ page, serviceKey }: SchoolPage & { serviceKey: ServiceKey }) => (
  <StaffForm page={page} action={`${serviceKey.serviceKeyId}/revoke`} className="py-0.5">
    <Ask
      look="danger"
      ask="Revoke"
      meaning="The key stops working immediately, and can’t be restored. Give the program a new key first."
      yes="Revoke key"
    />
  </StaffForm>
);

function KeysInUse({ page, keys }: SchoolPage & { keys: ServiceKey[] }) {
  if (keys.length === 0) return <p>There are none yet.</p>;
  return (
    <List<ServiceKey>
      caption="Keys in use"
      columns={[
        NAME,
        ROLE,
        USED,
        column("Expires", "date", ({ expiresAt }) => <When at={expiresAt} />),
        column("Revoke", "action", (serviceKey) => <Revoke page={page} serviceKey={serviceKey} />),
      ]}
      rows={keys}
      noteOf={({ networks }) => (
        <span className="figures text-fine text-quiet">{networks.join(", ")}</span>
      )}
    />
  );
}

const EndedKeys = ({ keys }: { keys: ServiceKey[] }) => (
  <List<ServiceKey>
    caption="Keys that have ended"
    columns={[NAME, ROLE, USED, column("Ended", "fund", (key) => <Ended {...key} />)]}
    rows={keys}
  />
);

/** What the form offers. */
const DEFAULTS = { role: "viewer", days: 90 };

/** The foundation's service keys, for its admins. */
export default staffPage("school", "service-keys.read", "/service-keys", async (page) => {
  const { inUse, ended } = await listServiceKeys(page.scope);
  return (
    <StaffFrame
      page={page}
      title="Service keys"
      intro="For your foundation’s own programs. A key works in its role, from its networks, until it expires. It can never change payouts, keys, or the team."
      failed="The key wasn’t created"
      flashes={FLASHES}
    >
      <StaffSection id="in-use" title="Keys in use">
        <KeysInUse page={page} keys={inUse} />
      </StaffSection>
      <StaffSection id="create" title="Create a key">
        {inUse.length < MAX_KEYS ? (
          <StaffForm
            page={page}
            action="create"
            form={forms.create}
            saved={DEFAULTS}
            send="Create key"
          />
        ) : (
          <p>{TOO_MANY}</p>
        )}
      </StaffSection>
      {ended.length > 0 && (
        <StaffSection id="ended" title="Revoked and expired keys">
          <EndedKeys keys={ended} />
        </StaffSection>
      )}
    </StaffFrame>
  );
});
