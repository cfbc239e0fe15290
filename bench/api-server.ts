/** The application as `npm start` runs it, plus an echo route, without the durable engine. */
import { createServer } from "node:http";
import next from "next";
import { projectRoot } from "#installation/project-root.ts";
import { rereadEnv } from "#lib/env.ts";
import { recordRegistration } from "#lib/jobs/engines.ts";
import { customServer } from "#lib/singleton.ts";
import { createListener } from "#server/listener.ts";
import { routes } from "../generated/routes.ts";
import * as echo from "./echo/app/echo/route.ts";

process.env = { ...process.env };
// Without a registered engine, the application would refuse gifts. These are never processed.
await recordRegistration();
customServer().isActive = true;
const app = next({ dev: false, dir: projectRoot, quiet: true });
await app.prepare();
const all = [...routes, { path: "/echo", module: echo }];
createServer(createListener({ routes: all, next: app.getRequestHandler() })).listen(
  rereadEnv().port,
);
for (const event of ["SIGTERM", "disconnect"]) process.on(event, () => process.exit(0));
