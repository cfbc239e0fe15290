import { severalProcessesTests } from "./several.ts";

severalProcessesTests({ counts: [2, 3], takeOverMs: 15_000 });
