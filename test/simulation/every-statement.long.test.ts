import { everyStatementTests } from "./every-statement.ts";

everyStatementTests({ both: true });
