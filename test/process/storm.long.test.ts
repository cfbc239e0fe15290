import { stormTest } from "./storm.ts";

stormTest(
  "two dozen kills under load, with a misbehaving platform: each donation is credited once and has one event",
  { kills: 24, misbehaves: true, timeoutMs: 900_000 },
);
