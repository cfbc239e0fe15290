import { refreshRaceTests } from "./refresh-race.ts";

refreshRaceTests({ rounds: 20, timeoutMs: 120_000 });
