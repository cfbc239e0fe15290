import { TextPage, textPageMetadata } from "../text-page.tsx";

export const policy = { cached: true };

export const generateMetadata = () => textPageMetadata("privacy");

export default () => <TextPage name="privacy" />;
