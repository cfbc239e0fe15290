import { type ColoredSchool, schoolColorsCss } from "#components/schools/school-colors.tsx";
import { SchoolStyles } from "#components/schools/school-styles.tsx";
import { readNonce } from "./nonce.ts";

/** The colors of the schools on a page. Place it before them. */
export async function SchoolColorStyles({ schools }: { schools: ColoredSchool[] }) {
  return <SchoolStyles css={schoolColorsCss(schools)} nonce={await readNonce()} />;
}
