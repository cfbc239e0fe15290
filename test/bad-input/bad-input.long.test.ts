import { badInputTests } from "./suite.ts";

badInputTests();
