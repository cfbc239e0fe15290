import { SchoolColorStyles } from "#app/school-styles.tsx";
import { readSchoolBranding } from "#lib/schools/branding.ts";

/** The colors of the schools on a page of a bank's team. */
export async function SchoolColors({ ids }: { ids: string[] }) {
  const branding = await readSchoolBranding();
  const schools = [...new Set(ids)].flatMap((id) => branding.get(id) ?? []);
  return <SchoolColorStyles schools={schools} />;
}
