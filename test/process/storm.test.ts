import { stormTest } from "./storm.ts";

stormTest("one kill under load: every accepted donation is credited once and told under one id", {
  kills: 1,
  mischief: false,
  timeoutMs: 240_000,
});
