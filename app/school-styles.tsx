import {
  type ColoredSchool,
  schoolColorsCss,
  tileColorsCss,
} from "#components/schools/school-colors.tsx";
import { SchoolStyles } from "#components/schools/school-styles.tsx";
import { readNonce } from "./nonce.ts";

/** The colors of the schools on a page. Place it before them. */
export async function SchoolColorStyles({ schools }: { schools: ColoredSchool[] }) {
  return <SchoolStyles css={schoolColorsCss(schools)} nonce={await readNonce()} />;
}

/** The colors of school tiles. Place it before them, where a search leaves it: it replaces what follows the page's head. */
export async function TileColorStyles({ schools }: { schools: Iterable<ColoredSchool> }) {
  return <SchoolStyles css={tileColorsCss([...schools])} nonce={await readNonce()} />;
}
