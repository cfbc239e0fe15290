import { type Column, column, List } from "#components/desk/list.tsx";
import { type ApiKey, listApiKeys } from "#lib/staff/api-keys.ts";
import { StaffForm, StaffFrame, StaffSection, staffPage } from "../../staff-page.tsx";
import { forms } from "./forms.ts";
import { KeyName, KeyState, LastUse, scopeName } from "./key-parts.tsx";

/** Shown once. */
const FLASHES = {
  released: "The key was released. It works from now on",
  revoked: "The key was revoked. It no longer works",
  ended: "Nothing was changed: that key has ended, or can’t be changed by you",
};

const COLUMNS: Column<ApiKey>[] = [
  column("Name", "rest", (key) => <KeyName {...key} />),
  column("Scope", "date", ({ scope }) => scopeName(scope)),
  column("Valid", "status", (key) => <KeyState {...key} />),
  column("Last used", "date", (key) => <LastUse {...key} />),
];

/** The bank's keys, for its developers and admins. */
export default staffPage("bank", "keys.read", "/keys", async (page) => {
  const keys = await listApiKeys(page.scope.bankId);
  const list = (caption: string, rows: ApiKey[]) => (
    <List<ApiKey>
      caption={caption}
      columns={COLUMNS}
      rows={rows}
      hrefOf={({ keyId }) => `/bank/keys/${keyId}`}
    />
  );
  const inUse = keys.filter(({ isInUse }) => isInUse);
  const ended = keys.filter(({ isInUse }) => !isInUse);
  return (
    <StaffFrame
      page={page}
      title="API keys"
      intro="For your servers. A key is shown once, when it’s created."
      failed="The key wasn’t created"
      flashes={FLASHES}
    >
      <StaffSection id="in-use" title="Keys in use">
        {inUse.length > 0 ? list("Keys in use", inUse) : <p>There are none yet.</p>}
      </StaffSection>
      <StaffSection id="create" title="Create a key">
        <StaffForm
          page={page}
          action="create"
          form={forms.create}
          saved={{ scope: "full" }}
          send="Create key"
        />
      </StaffSection>
      {ended.length > 0 && (
        <StaffSection id="ended" title="Revoked and expired keys">
          {list("Keys that have ended", ended)}
        </StaffSection>
      )}
    </StaffFrame>
  );
});
