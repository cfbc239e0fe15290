/** The front door as the product has it, plus an echo route, without the durable engine. */
import { createServer } from "node:http";
import { rereadEnv } from "#lib/env.ts";
import { frontDoor } from "#server/front-door.ts";
import { routeTable } from "#server/route-table.ts";
import { routes } from "../generated/routes.ts";
import * as echo from "./echo/app/echo/route.ts";

const table = routeTable([...routes, { path: "/echo", module: echo }]);
const nothing = async (_request: unknown, response: { end(): void }) => response.end();
createServer(frontDoor(table, nothing as never)).listen(rereadEnv().port);
process.on("SIGTERM", () => process.exit(0));
