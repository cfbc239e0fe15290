import { headers } from "next/headers";
import { schoolColorsCss, schoolFieldsCss } from "#components/schools/school-colors.tsx";
import { SchoolStyles } from "#components/schools/school-styles.tsx";
import type { SchoolLook } from "#lib/schools/looks.ts";

/** The nonce of this request's content security policy. */
async function readNonce(): Promise<string | undefined> {
  const policy = (await headers()).get("content-security-policy") ?? "";
  return /'nonce-([^']+)'/.exec(policy)?.[1];
}

/** Lets a page show schools in their colors: place it before them. */
export async function StylesOf({
  schools,
  only,
}: {
  schools: Pick<SchoolLook, "school_id" | "colors">[];
  /** What tiles need is little, and a page may show a tile of every school. */
  only?: "tiles";
}) {
  const css = only ? schoolFieldsCss(schools) : schoolColorsCss(schools);
  return <SchoolStyles css={css} nonce={await readNonce()} />;
}
