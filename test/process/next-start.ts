/** The application under `next start`, without our server. */
import { Application } from "./application.ts";

/** It requires an existing database, secrets, and an Inngest server. */
export class NextStart extends Application {
  protected override program(name: "start" | "admin") {
    const program = super.program(name);
    const args = ["node_modules/next/dist/bin/next", "start", "--hostname", "127.0.0.1"];
    return name === "start" ? { ...program, args } : program;
  }
}
