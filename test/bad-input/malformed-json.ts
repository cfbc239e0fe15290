/** Bodies that aren't JSON, and JSON that isn't an object. */
const bytes = (...values: number[]) => Uint8Array.from(values);
const deep = (depth: number) => "[".repeat(depth);

/** Invalid JSON values of an unknown field, which must be rejected even though the field is ignored. */
const INVALID_VALUES = [
  ...["NaN", "Infinity", "-Infinity", "undefined", "0x10", "01", "+1", ".5", "1.", "1e", "- 1"],
  ...["1_000", "'x'", '"\n"', '"\t"', '"\0"', '"\\x41"', '"\\u12"', '"\\ud8"', '"', "True", "nul"],
  ...["[1,]", "[,1]", '{"a":1,}', "{a:1}", "{1:1}", '{"a"}', '{"a":}', "[1 2]", "/re/", "`x`"],
  ...["1n", "new Date()"],
];

/** Bodies that the decoder or JSON.parse must reject, mostly around a valid body. */
export function malformedJson(json: string): (string | Uint8Array)[] {
  const extended = (text: string) => `${json.slice(0, -1)}${json === "{}" ? "" : ","}${text}}`;
  const bytesOf = (text: string, encoding: BufferEncoding) => Buffer.from(text, encoding);
  const withByte = (...values: number[]) =>
    Buffer.concat([
      Buffer.from(extended('"unknown":"').slice(0, -1)),
      bytes(...values),
      Buffer.from('"}'),
    ]);
  return [
    ...[json.slice(0, -1), json.slice(1), json.slice(0, json.length / 2), `${json},`],
    ...[`${json}${json}`, `${json}x`, `// no\n${json}`, `/**/${json}`, `${json}#`, `${json};`],
    ...[`)]}',\n${json}`, `callback(${json})`, `(${json})`, `\0${json}`, `${json}\0`, "\0", " "],
    ...["\r\n\t", "x", "-", '"', "{", "}", "[", "]", "{,}", "{}{}", "[}", deep(10_000)],
    ...[deep(60_000), '{"a":'.repeat(10_000), "<xml/>", "a=b&c=d"],
    ...["--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--", "name: yaml"],
    ...[extended('"unknown":1,'), extended("'unknown':1"), extended("unknown:1")],
    ...[extended(',"a":1')],
    ...INVALID_VALUES.map((value) => extended(`"unknown":${value}`)),
    bytesOf(`\ufeff\ufeff${json}`, "utf8"),
    ...[bytesOf(json, "utf16le"), bytesOf(`\ufeff${json}`, "utf16le")],
    ...[bytesOf(json, "utf16le").swap16(), bytesOf(`\ufeff${json}`, "utf16le").swap16()],
    ...[
      [0xe4],
      [0xff],
      [0x80],
      [0xc0, 0xaf],
      [0xc3],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
    ].map((values) => withByte(...values)),
    ...[bytes(0x1f, 0x8b, 8, 0), bytes(0xff, 0xfe), bytes(0), bytes(0xef, 0xbb, 0xbf)],
  ];
}

/** JSON that is not an object. */
export const NON_OBJECTS = [
  ...["1", "0", "-1.5e3", "1e400", '"text"', '""', "true", "false", "[]", "[{}]", "[null]"],
  ...[" [ ] ", '"{}"', "[[[]]]", `[${"[],".repeat(5_000)}[]]`],
  ...[`${deep(30_000)}${"]".repeat(30_000)}`, `"${"x".repeat(60_000)}"`, '"\\ud800"', '"\\u0000"'],
];
