/** The service for tests that kill and restart it, started by `killed-service.test.ts`. */
import { freePort } from "../free-port.ts";
import { Application } from "./application.ts";

const port = await freePort();
/** The public URL of its tests, which is OAuth's issuer. */
export const app = new Application({ PUBLIC_BASE_URL: `http://127.0.0.1:${port}` });
app.port = port;
