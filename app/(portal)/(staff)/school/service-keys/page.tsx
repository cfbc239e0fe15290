import { roleName } from "#app/context-labels.ts";
import { titled } from "#app/forms/form-state.ts";
import { type Column, List } from "#components/desk/list.tsx";
import { listServiceKeys, MAX_KEYS } from "#lib/staff/service-keys.ts";
import { StaffForm } from "../../staff-form.tsx";
import { StaffFrame, StaffSection, staffPage } from "../../staff-page.tsx";
import { forms, TOO_MANY } from "./forms.ts";
import { Ended, KeyHint, type ServiceKey, When } from "./key-words.tsx";

export const generateMetadata = titled("Service keys");

/** Shown once. */
const FLASHES = { revoked: "The key was revoked. It no longer works" };

/** Networks shown in the list. The key's page shows all. */
const SHOWN_NETWORKS = 2;

const KeyName = ({ name, hint }: Pick<ServiceKey, "name" | "hint">) => (
  <span className="[overflow-wrap:anywhere]">
    <bdi className="font-strong">{name}</bdi> <KeyHint hint={hint} />
  </span>
);

function Networks({ networks }: Pick<ServiceKey, "networks">) {
  const more = networks.length - SHOWN_NETWORKS;
  return (
    <span className="figures [overflow-wrap:anywhere]">
      {networks.slice(0, SHOWN_NETWORKS).join(", ")}
      {more > 0 && ` and ${more} more`}
    </span>
  );
}

type KeyColumn = Column<ServiceKey>;

const NAME: KeyColumn = { label: "Name", as: "rest", cell: (key) => <KeyName {...key} /> };
const ROLE: KeyColumn = { label: "Role", as: "status", cell: ({ role }) => roleName(role) };
const USED: KeyColumn = {
  label: "Last used",
  as: "date",
  cell: ({ lastUsedAt }) => <When at={lastUsedAt} />,
};

function KeysInUse({ path, keys }: { path: string; keys: ServiceKey[] }) {
  if (keys.length === 0) return <p>There are none yet.</p>;
  return (
    <List<ServiceKey>
      caption="Keys in use"
      columns={[
        NAME,
        ROLE,
        { label: "Networks", as: "text", cell: (key) => <Networks {...key} /> },
        USED,
        { label: "Expires", as: "date", cell: ({ expiresAt }) => <When at={expiresAt} /> },
      ]}
      rows={keys}
      keyOf={({ serviceKeyId }) => serviceKeyId}
      hrefOf={({ serviceKeyId }) => `${path}/${serviceKeyId}`}
    />
  );
}

const EndedKeys = ({ keys }: { keys: ServiceKey[] }) => (
  <List<ServiceKey>
    caption="Keys that have ended"
    columns={[NAME, ROLE, USED, { label: "Ended", as: "fund", cell: (key) => <Ended {...key} /> }]}
    rows={keys}
    keyOf={({ serviceKeyId }) => serviceKeyId}
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
        <KeysInUse path={page.path} keys={inUse} />
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
