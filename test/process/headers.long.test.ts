/** At every route. */
import "./headers.test.ts";
