import { roleName } from "#app/context-labels.ts";
import { titled } from "#app/forms/form-state.ts";
import { StandaloneLink } from "#components/ui/button.tsx";
import { controls, Table, unbroken, worded } from "#components/ui/table.tsx";
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

function KeysInUse({ path, keys }: { path: string; keys: ServiceKey[] }) {
  if (keys.length === 0) return <p>There are none yet.</p>;
  return (
    <Table
      caption="Keys in use"
      columns={["Name", "Role", "Networks", "Last used", "Expires", controls("Revoke")]}
      rows={keys.map(({ serviceKeyId, name, hint, role, networks, lastUsedAt, expiresAt }) => ({
        key: serviceKeyId,
        cells: [
          <KeyName key="name" name={name} hint={hint} />,
          roleName(role),
          <Networks key="networks" networks={networks} />,
          unbroken(worded("last used:", <When at={lastUsedAt} />)),
          unbroken(worded("expires", <When at={expiresAt} />)),
          <StandaloneLink key="revoke" href={`${path}/${serviceKeyId}`}>
            Revoke
            <span className="sr-only">
              {" "}
              {name}, ending in {hint}
            </span>
          </StandaloneLink>,
        ],
      }))}
    />
  );
}

const EndedKeys = ({ keys }: { keys: ServiceKey[] }) => (
  <Table
    caption="Keys that have ended"
    columns={["Name", "Role", "Last used", "Ended"]}
    rows={keys.map(({ serviceKeyId, name, hint, role, lastUsedAt, revokedAt, expiresAt }) => ({
      key: serviceKeyId,
      cells: [
        <KeyName key="name" name={name} hint={hint} />,
        roleName(role),
        unbroken(worded("last used:", <When at={lastUsedAt} />)),
        <Ended key="ended" revokedAt={revokedAt} expiresAt={expiresAt} />,
      ],
    }))}
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
