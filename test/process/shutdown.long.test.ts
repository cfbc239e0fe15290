import { Application } from "./application.ts";
import { shutdownTest } from "./shutdown.ts";
import { prepareForAll } from "./storm.ts";

const app = new Application({
  PUSH_RETRY_SCHEDULE: "0s,500ms,1s",
  WEBHOOK_RETRY_SCHEDULE: "0s,1s,1s,2s,5s",
});
shutdownTest(app, prepareForAll(app), { clients: 40 });
