import { severalProcessesTests } from "./several.ts";

severalProcessesTests({ counts: [2], takeOverMs: 120_000 });
