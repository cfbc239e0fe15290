import { titled } from "#app/forms/form-state.ts";
import { StandaloneLink } from "#components/ui/button.tsx";
import { type Action, isOffered } from "#lib/auth/permissions.ts";
import { usesBatches } from "#lib/ticketing/config.ts";
import { StaffFrame, staffPage } from "../../staff-page.tsx";

export const generateMetadata = titled("Settings");

type Item = {
  path: string;
  title: string;
  purpose: string;
  action: Action<"school">;
  /** Only for schools that import gifts as files. */
  isForBatches?: true;
};

const ITEMS: Item[] = [
  {
    path: "/funds",
    title: "Funds",
    purpose: "What donors can give to, taxes, and codes.",
    action: "funds.read",
  },
  {
    path: "/receipts",
    title: "Receipts",
    purpose: "Your legal name, EIN, address, and wording.",
    action: "settings.read",
  },
  {
    path: "/appearance",
    title: "Appearance",
    purpose: "Your description, colors, motif, and mark.",
    action: "settings.read",
  },
  {
    path: "/platform",
    title: "Platform",
    purpose: "How gifts reach you, and whether it works.",
    action: "platform.read",
  },
  {
    path: "/batch-settings",
    title: "Batch settings",
    purpose: "When batches close, what you promise donors, and the codes in your files.",
    action: "batch-settings.change",
    isForBatches: true,
  },
  {
    path: "/service-keys",
    title: "Service keys",
    purpose: "Access for your foundation’s own programs.",
    action: "service-keys.read",
  },
  {
    path: "/team",
    title: "Team",
    purpose: "Who works here, and in which role.",
    action: "team.read",
  },
  {
    path: "/audit-log",
    title: "Audit log",
    purpose: "Who changed what, and when.",
    action: "audit-log.read",
  },
];

/** What a foundation sets up once. A sensitive page asks for a second factor by itself. */
export default staffPage("school", "settings.read", "/settings", async (page) => {
  const { scope, base } = page;
  const importsFiles = await usesBatches(scope.schoolId);
  const items = ITEMS.filter(
    ({ action, isForBatches }) => isOffered(scope, action) && (importsFiles || !isForBatches),
  );
  return (
    <StaffFrame page={page} title="Settings">
      <ul className="mt-3 grid max-w-reading gap-2">
        {items.map(({ path, title, purpose }) => (
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
