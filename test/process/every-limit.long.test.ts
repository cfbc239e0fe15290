/** At every route. */
import "./every-limit.test.ts";
