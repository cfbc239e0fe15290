import { chosenFilters, oneOf } from "#app/filters.ts";
import { RowStatus } from "#components/desk/status.tsx";
import { Facts } from "#components/portal/facts.tsx";
import { Button } from "#components/ui/button.tsx";
import { CodePanel } from "#components/ui/code-panel.tsx";
import { Field, Select } from "#components/ui/field.tsx";
import { readOwnSettings } from "#lib/banks/own-settings.ts";
import { type Palette, palettesOf } from "#lib/embed/palette.ts";
import { type Theme, themeOf } from "#lib/embed/theme.ts";
import { contrast } from "#lib/schools/art/color.ts";
import { StaffForm, StaffFrame, StaffSection, staffPage } from "../../staff-page.tsx";
import { forms } from "./forms.ts";

const isColor = (value: string) => "primary" in themeOf({ primary: value });
const FILTERS = {
  mode: oneOf(["auto", "light", "dark"]),
  primary: isColor,
  background: isColor,
  text: isColor,
};
const MODES = [
  { value: "auto", text: "As the phone" },
  { value: "light", text: "Light" },
  { value: "dark", text: "Dark" },
];

/** Attributes, since the content security policy blocks inline styles. */
const Picture = ({ palette }: { palette: Palette }) => (
  <svg
    viewBox="0 0 240 150"
    className="w-full max-w-28 rounded-[12px] border border-edge"
    role="img"
    aria-label="Preview"
  >
    <rect width="240" height="150" fill={palette.paper} />
    <text x="16" y="34" fontSize="20" fontWeight="620" fill={palette.ink}>
      $25 to Ohio State
    </text>
    <text x="16" y="58" fontSize="13" fill={palette.quiet}>
      2,500 points
    </text>
    <rect x="16" y="94" width="208" height="40" rx="8" fill={palette.accent} />
    <text
      x="120"
      y="119"
      fontSize="15"
      fontWeight="620"
      textAnchor="middle"
      fill={palette.onAccent}
    >
      Give $25
    </text>
  </svg>
);

/** Never rounded up to a limit that it misses. */
const ratio = (one: string, other: string) => `${Math.floor(contrast(one, other) * 10) / 10} to 1`;

const adjusted = (asked: string | undefined, used: string) =>
  asked !== undefined &&
  asked.toLowerCase() !== used && <RowStatus tone="waiting">Adjusted to {used}</RowStatus>;

const Preview = ({ theme, palette }: { theme: Theme; palette: Palette }) => (
  <div className="grid gap-2 wide:grid-cols-2">
    <Picture palette={palette} />
    <Facts
      facts={{
        Text: (
          <>
            {ratio(palette.ink, palette.paper)} {adjusted(theme.text, palette.ink)}
          </>
        ),
        Button: (
          <>
            {ratio(palette.onAccent, palette.accent)} {adjusted(theme.primary, palette.accent)}
          </>
        ),
      }}
    />
  </div>
);

function ThemeForm({ path, chosen }: { path: string; chosen: Record<string, string | undefined> }) {
  const color = (name: string, label: string) => (
    <Field
      id={name}
      label={label}
      placeholder="#0b5fff"
      defaultValue={chosen[name] ?? ""}
      autoComplete="off"
    />
  );
  return (
    <form method="get" action={`${path}#theme`} className="grid max-w-form gap-2">
      <Select id="mode" label="Mode" options={MODES} defaultValue={chosen.mode ?? "auto"} />
      {color("primary", "Button")}
      {color("background", "Background")}
      {color("text", "Text")}
      <Button look="quiet" className="justify-self-start">
        Preview
      </Button>
    </form>
  );
}

/** What lets the bank's apps show the donation flow, and how it would look. */
export default staffPage(
  "bank",
  "embed.read",
  "/embed",
  async (page) => {
    const { bank } = await readOwnSettings(page.scope);
    const lines = (all: string[]) => all.join("\n");
    const chosen = chosenFilters(page.query, FILTERS);
    const theme = themeOf(chosen);
    const { first, dark } = palettesOf(theme);
    return (
      <StaffFrame
        page={page}
        title="Embed"
        intro="The donation flow inside your own app or site."
        failed="Nothing was saved"
        flashes={{ changed: "The addresses were saved. They apply now" }}
      >
        <StaffSection id="addresses" title="Your apps and sites">
          <StaffForm
            page={page}
            action="change"
            form={forms.change}
            saved={{
              embedOrigins: lines(bank.embedOrigins),
              appSchemes: lines(bank.appSchemes),
              redirectUris: lines(bank.redirectUris),
            }}
            send="Save"
          />
        </StaffSection>
        <StaffSection
          id="theme"
          title="Theme"
          intro="You send it with each token. A color that couldn’t be read is adjusted."
        >
          <ThemeForm path={page.path} chosen={chosen} />
          <div className="mt-3 grid max-w-reading gap-3">
            <Preview theme={theme} palette={first} />
            {dark && <Preview theme={theme} palette={dark} />}
            <CodePanel
              language="json"
              code={JSON.stringify({ theme_override: theme }, null, 2)}
              label="The theme in a token’s request"
            />
          </div>
        </StaffSection>
      </StaffFrame>
    );
  },
  FILTERS,
);
