import { casePage } from "../../../case-pages.tsx";

export default casePage("operator");
