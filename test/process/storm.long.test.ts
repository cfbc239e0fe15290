import { stormTest } from "./storm.ts";

stormTest(
  "two dozen kills under load, on a platform that misbehaves: all is credited once and told under one id",
  { kills: 24, mischief: true, timeoutMs: 900_000 },
);
