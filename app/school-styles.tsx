import { headers } from "next/headers";
import { schoolColorsCss } from "#components/schools/school-colors.tsx";
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
}: {
  schools: Pick<SchoolLook, "school_id" | "colors">[];
}) {
  return <SchoolStyles css={schoolColorsCss(schools)} nonce={await readNonce()} />;
}
