import { anyText } from "#app/filters.ts";
import { column, List } from "#components/desk/list.tsx";
import { Facts } from "#components/portal/facts.tsx";
import { Ask, Button } from "#components/ui/button.tsx";
import { readOwnSettings } from "#lib/banks/own-settings.ts";
import { STANDARD_LIMITS } from "#lib/banks/program-limits.ts";
import { env } from "#lib/env.ts";
import { formatDollarsAndCents, toCents } from "#lib/money.ts";
import {
  StaffForm,
  StaffFrame,
  type StaffPageProps,
  StaffSection,
  staffPage,
} from "../../staff-page.tsx";
import { forms } from "./forms.ts";

/** Shown once. */
const FLASHES = {
  limits: "The limits were saved. They apply now",
  corrections: "Saved. It applies now",
  program: "The program was saved. It applies to gifts from now on",
  approval: "The approval address was saved. It’s asked from now on",
  removed: "The approval address was removed. Gifts are accepted within your limits",
  approved: "Your address approved the test. A customer’s gift would be accepted",
  declined:
    "Your address declined the test. A customer would read that you declined, and nothing is given",
  slow: "Your address didn’t answer within 3 seconds. A customer’s gift wouldn’t be accepted",
  broken: "Your address gave no valid answer. A customer’s gift wouldn’t be accepted",
};

type Settings = Awaited<ReturnType<typeof readOwnSettings>>;
type Props = { page: StaffPageProps<"bank">; settings: Settings };
type Program = Settings["programs"][number];

const money = (usd: number | null) =>
  usd === null ? "No limit" : formatDollarsAndCents(toCents(usd));

function Limits({ page, settings: { bank } }: Props) {
  const { maxDonationUsd, maxKeyDailyUsd, maxUnpaidUsd, unpaidUsd, correctionDailyUsd } = bank;
  return (
    <StaffSection
      id="limits"
      title="Limits"
      intro="More than this is refused. You can lower a limit. Only the operator raises one."
    >
      <Facts
        facts={{
          "One gift": money(maxDonationUsd),
          "An API key and day": money(maxKeyDailyUsd),
          "Unpaid gifts": money(maxUnpaidUsd),
          "Corrections before two people are needed": money(correctionDailyUsd),
          "Unpaid now": unpaidUsd !== null && money(unpaidUsd),
        }}
      />
      {page.may("programs.change") && (
        <StaffForm
          page={page}
          action="limits"
          form={forms.limits}
          saved={{
            maxDonationCents: maxDonationUsd ?? "",
            maxKeyDailyCents: maxKeyDailyUsd ?? "",
            maxUnpaidCents: maxUnpaidUsd ?? "",
            correctionDailyCents: correctionDailyUsd,
          }}
          className="mt-3 grid max-w-form gap-3"
          send="Save limits"
        />
      )}
    </StaffSection>
  );
}

/** On in a sandbox until the bank has decided. */
function Corrections({ page, settings: { bank } }: Props) {
  const isOn = bank.correctionsByApi ?? env().environment === "sandbox";
  return (
    <StaffSection
      id="corrections"
      title="Corrections by API"
      intro="Whether your programs may cancel, reverse, or redirect gifts with an API key. Your support team can do it on a gift’s page either way."
    >
      <StaffForm page={page} action="corrections" className="flex items-center gap-2">
        <input type="hidden" name="correctionsByApi" value={isOn ? "off" : "on"} />
        <span>{isOn ? "On" : "Off"}</span>
        {page.may("programs.change") && (
          <Button look="quiet">{isOn ? "Turn off" : "Turn on"}</Button>
        )}
      </StaffForm>
    </StaffSection>
  );
}

/** What the form offers for a new program. */
const NEW = { pointsPerDollar: 100, pointsCheck: "flag", timeZone: STANDARD_LIMITS.timeZone };

const savedOf = ({ maxGiftUsd, maxDailyUsd, ...program }: Program) => ({
  ...program,
  maxGiftCents: maxGiftUsd,
  maxDailyCents: maxDailyUsd,
});

function Programs({ page, settings: { programs } }: Props) {
  const chosen = programs.find(({ programId }) => programId === page.query.program);
  return (
    <StaffSection
      id="programs"
      title="Programs"
      intro="One that isn’t here has 100 points per dollar, and our standard limits."
    >
      {programs.length > 0 && (
        <List<Program>
          caption="Programs"
          columns={[
            column("Program", "rest", ({ name }) => <bdi>{name}</bdi>),
            column("ID", "text", ({ programId }) => <bdi>{programId}</bdi>),
            column("Points per dollar", "amount", (one) => one.pointsPerDollar),
            column("One gift", "amount", ({ maxGiftUsd }) => money(maxGiftUsd)),
            column("A day", "amount", ({ maxDailyUsd }) => money(maxDailyUsd)),
          ]}
          rows={programs}
          hrefOf={({ programId }) =>
            `${page.path}?${new URLSearchParams({ program: programId })}#programId`
          }
          opens="page"
        />
      )}
      {page.may("programs.change") && (
        <StaffForm
          page={page}
          action="program"
          form={forms.program}
          saved={chosen ? savedOf(chosen) : NEW}
          className="mt-3 grid max-w-form gap-3"
          send="Save program"
        />
      )}
    </StaffSection>
  );
}

const Approval = ({ page, settings: { authorizationUrl } }: Props) => (
  <StaffSection
    id="approval"
    title="Approval of gifts"
    intro="An address of yours that is asked before a customer’s gift in the portal or your app is accepted. Without one, your limits decide."
  >
    <StaffForm
      page={page}
      action="approval"
      form={forms.approval}
      saved={{ url: authorizationUrl ?? "" }}
      send="Save address"
    />
    {authorizationUrl !== null && (
      <div className="mt-3 flex flex-wrap gap-2">
        <StaffForm page={page} action="test">
          <Button look="quiet">Send a test</Button>
        </StaffForm>
        <StaffForm page={page} action="rotate">
          <Ask
            ask="Roll secret"
            meaning="A new secret is shown once. The current one also signs for 24 hours."
            yes="Roll now"
          />
        </StaffForm>
        <StaffForm page={page} action="remove">
          <Ask
            look="danger"
            ask="Remove"
            meaning="Gifts are then accepted within your limits, without asking you."
            yes="Remove now"
          />
        </StaffForm>
      </div>
    )}
  </StaffSection>
);

/** What the bank's customers can give, and how it's decided. */
export default staffPage(
  "bank",
  "programs.read",
  "/programs",
  async (page) => {
    const settings = await readOwnSettings(page.scope);
    return (
      <StaffFrame
        page={page}
        title="Programs and limits"
        failed="Nothing was saved"
        flashes={FLASHES}
      >
        <Limits page={page} settings={settings} />
        <Corrections page={page} settings={settings} />
        <Programs page={page} settings={settings} />
        {page.may("programs.change") && <Approval page={page} settings={settings} />}
      </StaffFrame>
    );
  },
  { program: anyText },
);
