import { shutdownTest } from "./shutdown.ts";

shutdownTest(8);
