import { stormTest } from "./storm.ts";

stormTest(
  "three kills under load: every accepted donation is credited once and told under one id",
  { kills: 3, mischief: false, timeoutMs: 240_000 },
);
