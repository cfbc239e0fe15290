import { severalProcessesTests } from "./several.ts";

severalProcessesTests([2]);
