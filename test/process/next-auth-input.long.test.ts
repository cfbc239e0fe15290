import { nextAuthInputTests } from "./next-auth-input.ts";

nextAuthInputTests();
