import { statementFiles } from "../../../../statements-pages.tsx";

export const GET = statementFiles("bank");
