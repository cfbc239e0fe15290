import { refreshRaceTests } from "./refresh-race.ts";

refreshRaceTests({ rounds: 5, timeoutMs: 120_000 });
