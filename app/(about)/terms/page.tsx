import { TextPage, textPageMetadata } from "../text-page.tsx";

export const policy = { cached: true };

export const generateMetadata = () => textPageMetadata("terms");

export default () => <TextPage name="terms" />;
