import { headers } from "next/headers";
import {
  type ColoredSchool,
  schoolColorsCss,
  schoolFieldsCss,
} from "#components/schools/school-colors.tsx";
import { SchoolStyles } from "#components/schools/school-styles.tsx";
import { readSchoolBranding } from "#lib/schools/branding.ts";

/** The nonce of this request's content security policy. */
async function readNonce(): Promise<string | undefined> {
  const policy = (await headers()).get("content-security-policy") ?? "";
  return /'nonce-([^']+)'/.exec(policy)?.[1];
}

/** The colors of the schools on a page. Place it before them. */
export async function SchoolColorStyles({ schools }: { schools: ColoredSchool[] }) {
  return <SchoolStyles css={schoolColorsCss(schools)} nonce={await readNonce()} />;
}

/** The same for tiles, which need only one color: a page may show every school. */
export async function TileStyles({ schools }: { schools: { school_id: string }[] }) {
  const [looks, nonce] = await Promise.all([readSchoolBranding(), readNonce()]);
  const shown = schools.flatMap(({ school_id }) => looks.get(school_id) ?? []);
  return <SchoolStyles css={schoolFieldsCss(shown)} nonce={nonce} />;
}
