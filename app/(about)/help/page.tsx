import { TextPage, textPageMetadata } from "../text-page.tsx";

export const policy = { cached: true };

export const generateMetadata = () => textPageMetadata("help");

export default () => <TextPage name="help" />;
