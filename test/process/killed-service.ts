/** The service for tests that kill it and start it again; `killed-service.test.ts` starts it. */
import { freePort } from "../free-port.ts";
import { Application } from "./application.ts";

const port = await freePort();
/** Under the address that its tests ask for: OAuth's issuer. */
export const app = new Application({ PUBLIC_BASE_URL: `http://127.0.0.1:${port}` });
app.port = port;
