import { caseMetadata, casePage } from "../../../case-pages.tsx";

export const generateMetadata = caseMetadata;

export default casePage("bank");
