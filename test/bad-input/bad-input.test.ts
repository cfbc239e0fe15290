import { badInputTests } from "./suite.ts";

badInputTests(30);
