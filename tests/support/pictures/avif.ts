import { joinBytes, u16, u32 } from "./bytes.ts";

/** A picture of 32 by 24 pixels from a browser's AV1 encoder: a delimiter, a sequence header and a frame. */
export const av1 = Buffer.from(
  "EgAKDAAAAAIn7gDRBgYGBDJKEEoACCCCEAAgzwyydzQWq3t/esVAwJnv2ApYM+LOkOPPxXQ/2G2Ay4nDU4cq0mouAIxnqRJQZDEutS5ExCeT2jQn1wA53LbDgfA=",
  "base64",
);

export const buildBox = (type: string, ...data: (Uint8Array | number[] | string)[]): Buffer<ArrayBuffer> => {
  const bytes = joinBytes(...data);
  return joinBytes(u32(bytes.length + 8), type, bytes);
};
const fullBox = (type: string, version: number, flags: number, ...data: (Uint8Array | number[] | string)[]) =>
  buildBox(type, [version, 0, ...u16(flags)], ...data);

export const ispe = (width: number, height: number) => fullBox("ispe", 0, 0, u32(width), u32(height));
export const av1C = buildBox("av1C", [0x81, 0x00, 0x0c, 0x00]);
export const irot = (angle: number) => buildBox("irot", [angle]);
const pixi = fullBox("pixi", 0, 0, [3, 8, 8, 8]);

export type Item = { type: string; name?: string; data: Uint8Array; properties?: Uint8Array[] };
type Reference = { type: string; from: number; to: number[] };
type Parts = {
  items?: Item[];
  references?: Reference[];
  brands?: string[];
  /** Boxes before `meta`, between `meta` and `mdat`, and after everything. */
  before?: Uint8Array[];
  between?: Uint8Array[];
  behind?: Uint8Array | string;
  mediaFirst?: boolean;
};

export const codedItem = (data: Uint8Array = av1, properties = [ispe(32, 24), pixi, av1C]): Item => ({
  type: "av01",
  data,
  properties,
});

/** Builds an AVIF that shows its first item (ISO/IEC 14496-12, 23008-12); each item has its own properties. */
export function buildAvif({
  items = [codedItem()],
  references = [],
  brands = ["avif", "mif1", "miaf"],
  ...more
}: Parts = {}) {
  const { before = [], between = [], behind = "", mediaFirst = false } = more;
  const properties = items.flatMap((item) => item.properties ?? []);
  const type = buildBox("ftyp", brands[0] ?? "", u32(0), brands.join(""));
  const infos = items.map((item, index) =>
    fullBox(
      "infe",
      2,
      0,
      u16(index + 1),
      u16(0),
      item.type,
      `${item.name ?? ""}\0`,
      item.type === "mime" ? "application/rdf+xml\0" : "",
    ),
  );
  let propertyIndex = 0;
  const associations = items.map((item, index) => {
    const propertyRefs = (item.properties ?? []).map(() => (propertyIndex += 1) | 0x80);
    return joinBytes(u16(index + 1), [propertyRefs.length, ...propertyRefs]);
  });
  const media = joinBytes(...items.map((item) => item.data));
  const meta = (start: number) => {
    let at = start;
    const locations = items.map((item, index) => {
      const itemLocation = joinBytes(u16(index + 1), u16(0), u16(1), u32(at), u32(item.data.length));
      at += item.data.length;
      return itemLocation;
    });
    return fullBox(
      ...(["meta", 0, 0] as const),
      fullBox("hdlr", 0, 0, u32(0), "pict", u32(0), u32(0), u32(0), "maker\0"),
      fullBox("pitm", 0, 0, u16(1)),
      fullBox("iloc", 0, 0, [0x44, 0], u16(items.length), ...locations),
      fullBox("iinf", 0, 0, u16(items.length), ...infos),
      ...(references.length > 0
        ? [
            fullBox(
              ...(["iref", 0, 0] as const),
              ...references.map(({ type: kind, from, to }) =>
                buildBox(kind, u16(from), u16(to.length), to.flatMap(u16)),
              ),
            ),
          ]
        : []),
      buildBox("iprp", buildBox("ipco", ...properties), fullBox("ipma", 0, 0, u32(items.length), ...associations)),
    );
  };
  const data = buildBox("mdat", media);
  const [first, middle] = [joinBytes(type, ...before), joinBytes(...between)];
  if (mediaFirst) return joinBytes(first, data, middle, meta(first.length + 8), behind);
  return joinBytes(first, meta(first.length + meta(0).length + middle.length + 8), middle, data, behind);
}
