/** Tests the invariants: each of these bugs has to be noticed. */
import { it } from "vitest";
import { expectNoticed, MORE_MISTAKES } from "./mistakes.ts";
import { prepareSimulations } from "./simulation.ts";

const simulate = prepareSimulations();

it.each(MORE_MISTAKES)("notices %s", (...mistake) => expectNoticed(simulate, mistake));
