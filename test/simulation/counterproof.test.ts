/** Tests the invariants: each of these injected bugs must be noticed. */
import { it } from "vitest";
import { expectNoticed, MISTAKES } from "./mistakes.ts";
import { prepareSimulations } from "./simulation.ts";

const simulate = prepareSimulations();

it.each(MISTAKES)("notices %s", (...mistake) => expectNoticed(simulate, mistake));
