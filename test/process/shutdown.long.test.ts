import { shutdownTest } from "./shutdown.ts";

shutdownTest(40);
