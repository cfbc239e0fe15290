import { titled } from "#app/forms/form-state.ts";
import { StandaloneLink } from "#components/ui/button.tsx";
import { type Action, isOffered } from "#lib/auth/permissions.ts";
import { usesBatches } from "#lib/ticketing/config.ts";
import { StaffFrame, staffPage } from "../../staff-page.tsx";

export const generateMetadata = titled("Settings");

/** Only for schools that import gifts as files. */
const BATCH_SETTINGS = "/batch-settings";

const ITEMS: [path: string, action: Action<"school">, title: string, purpose: string][] = [
  ["/funds", "funds.read", "Funds", "What donors can give to, taxes, and codes."],
  ["/receipts", "settings.read", "Receipts", "Your legal name, EIN, address, and wording."],
  ["/appearance", "settings.read", "Appearance", "Your description, colors, motif, and mark."],
  ["/platform", "platform.read", "Platform", "How gifts reach you, and whether it works."],
  [
    BATCH_SETTINGS,
    "batch-settings.change",
    "Batch settings",
    "When batches close, what you promise donors, and the codes in your files.",
  ],
  [
    "/service-keys",
    "service-keys.read",
    "Service keys",
    "Access for your foundation’s own programs.",
  ],
  ["/team", "team.read", "Team", "Who works here, and in which role."],
  ["/audit-log", "audit-log.read", "Audit log", "Who changed what, and when."],
];

/** What a foundation sets up once. A sensitive page asks for a second factor by itself. */
export default staffPage("school", "settings.read", "/settings", async (page) => {
  const { scope, base } = page;
  const importsFiles = await usesBatches(scope.schoolId);
  const items = ITEMS.filter(
    ([path, action]) => isOffered(scope, action) && (importsFiles || path !== BATCH_SETTINGS),
  );
  return (
    <StaffFrame page={page} title="Settings">
      <ul className="mt-3 grid max-w-reading gap-2">
        {items.map(([path, , title, purpose]) => (
          <li key={path} className="border-line border-b pb-2">
            <StandaloneLink href={base + path}>{title}</StandaloneLink>
            <p className="text-quiet">{purpose}</p>
          </li>
        ))}
      </ul>
      <p className="mt-3">
        <StandaloneLink href="/docs/foundations">Guide: working as a foundation</StandaloneLink>
      </p>
    </StaffFrame>
  );
});
