import { refreshRaceTests } from "./refresh-race.ts";

refreshRaceTests({ rounds: 200, timeoutMs: 600_000 });
