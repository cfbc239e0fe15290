import { severalProcessesTests } from "./several.ts";
import { shutdownTest } from "./shutdown.ts";

// The surviving process is shut down.
const { first, stage, accepted } = severalProcessesTests({ counts: [2], takeOverMs: 120_000 });
shutdownTest(first, stage, { clients: 8, accepted });
