import { Facts } from "#components/portal/facts.tsx";
import { Ask, Button } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { nameOfActor } from "#lib/auth/actors.ts";
import { type ApiKey, listApiKeys } from "#lib/staff/api-keys.ts";
import {
  StaffForm,
  StaffFrame,
  type StaffPageProps,
  StaffSection,
  staffPage,
} from "../../../staff-page.tsx";
import { forms } from "../forms.ts";
import { KeyName, KeyState, scopeName } from "../key-parts.tsx";

type KeyProps = { page: StaffPageProps<"bank">; apiKey: ApiKey };

const KeyFacts = ({ apiKey }: { apiKey: ApiKey }) => {
  const { scope, networks, createdAt, lastUsedAt, lastUsedAddress } = apiKey;
  return (
    <Facts
      facts={{
        Scope: scopeName(scope),
        "Allowed networks": networks.join(", ") || "All",
        Valid: <KeyState {...apiKey} />,
        Created: <Moment at={createdAt} as="minute" />,
        "Last used": lastUsedAt ? (
          <>
            <Moment at={lastUsedAt} as="minute" />, from {lastUsedAddress}
          </>
        ) : (
          "Never"
        ),
      }}
    />
  );
};

/** For a key that waits: it takes a second person. */
function Release({ page, apiKey }: KeyProps) {
  const { scope } = page;
  const isOwn = apiKey.createdBy === nameOfActor(scope.actor);
  return isOwn || !page.may("keys.release") ? (
    <p>Another admin, on your team when it was created, has to release this key first.</p>
  ) : (
    <StaffForm page={page} action="release">
      <p className="mb-2">Someone on your team created this key. Do you expect it?</p>
      <Button>Release key</Button>
    </StaffForm>
  );
}

function Changes({ page, apiKey }: KeyProps) {
  return (
    <>
      {apiKey.releasedAt ? (
        <StaffSection
          id="roll"
          title="Roll this key"
          intro="You get another key like it. Both work until the time you choose is over."
        >
          <StaffForm
            page={page}
            action="roll"
            form={forms["[key_id]/roll"]}
            saved={{ overlapHours: 24 }}
            send="Roll key"
          />
        </StaffSection>
      ) : (
        <StaffSection id="release" title="Release this key">
          <Release page={page} apiKey={apiKey} />
        </StaffSection>
      )}
      <StaffSection id="revoke" title="Revoke this key">
        <StaffForm page={page} action="revoke">
          <Ask
            look="danger"
            ask="Revoke"
            meaning="The key stops working immediately, and can’t be restored. Give the program a new key first."
            yes="Revoke key"
          />
        </StaffForm>
      </StaffSection>
    </>
  );
}

/** One key. */
export default staffPage("bank", "keys.read", "/keys/[key_id]", async (page) => {
  const { scope, base, params } = page;
  const apiKey = (await listApiKeys(scope.bankId)).find(({ keyId }) => keyId === params.key_id);
  if (!apiKey) return null;
  return (
    <StaffFrame
      page={page}
      title={<bdi>{apiKey.name}</bdi>}
      name="API key"
      intro={<KeyName {...apiKey} />}
      failed="The key wasn’t changed"
      back={{ href: `${base}/keys`, text: "Back to the keys" }}
    >
      <div className="mt-3 max-w-reading">
        <KeyFacts apiKey={apiKey} />
      </div>
      {apiKey.isInUse && <Changes page={page} apiKey={apiKey} />}
    </StaffFrame>
  );
});
