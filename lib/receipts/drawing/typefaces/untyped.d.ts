declare module "subset-font" {
  type Options = { targetFormat: "truetype"; variationAxes?: Record<string, number> };
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}

declare module "linebreak" {
  /** Where lines may break (UAX #14). */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number } | null;
  }
}
