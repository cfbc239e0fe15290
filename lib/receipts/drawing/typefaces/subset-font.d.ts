/** The package brings no declarations of its own. */
declare module "subset-font" {
  type Options = { targetFormat: "truetype"; variationAxes: Record<string, number> };
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
