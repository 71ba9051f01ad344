import type { PDFDict, PDFDocument, PDFPage, PDFRef } from "@cantoo/pdf-lib";
import type { Font } from "./true-type.ts";
import { toGlyphs, loadTypefaces, type Weight, measureText } from "./typeface.ts";

/** US Letter in points. */
export const paper = { width: 612, height: 792, margin: 48 } as const;

export type Tag = "Sect" | "H1" | "H2" | "P" | "Table" | "TR" | "TH" | "TD";
/** An element of the structure that screen readers follow (ISO 32000-2, 14.7). */
export type StructureElement = { tag: Tag | "Document"; kids: (StructureElement | Content)[]; ref?: PDFRef };
type Content = { page: number; id: number };

type Ink = "ink" | "soft";
const inks: Record<Ink, string> = { ink: "0.07 0.09 0.12", soft: "0.36 0.4 0.45" };
export type TextStyle = { size?: number; weight?: Weight; ink?: Ink };
type TextPosition = { x: number; y: number; align?: "left" | "right" };

type Sheet = { page: PDFPage; content: string[]; elements: StructureElement[] };
const fontNames: Record<Weight, string> = { regular: "F1", bold: "F2" };

/** Every text except a `decoration` belongs to a structure element; `y` is measured from the top of the page. */
export class TaggedDocument {
  readonly fonts: Record<Weight, Font>;
  readonly root: StructureElement = { tag: "Document", kids: [] };
  private readonly pdf: PDFDocument;
  private readonly lib: typeof import("@cantoo/pdf-lib");
  private readonly sheets: Sheet[] = [];
  private readonly used: Record<Weight, Map<number, string>> = { regular: new Map(), bold: new Map() };

  private constructor(lib: typeof import("@cantoo/pdf-lib"), pdf: PDFDocument, fonts: Record<Weight, Font>) {
    this.lib = lib;
    this.pdf = pdf;
    this.fonts = fonts;
  }

  static async create(title: string, at: Date): Promise<TaggedDocument> {
    const [lib, fonts] = await Promise.all([import("@cantoo/pdf-lib"), loadTypefaces()]);
    const pdf = await lib.PDFDocument.create({ updateMetadata: false });
    pdf.setTitle(title, { showInWindowTitleBar: true });
    pdf.setLanguage("en-US");
    pdf.setCreator("CrunchBox");
    pdf.setCreationDate(at);
    pdf.setModificationDate(at);
    return new TaggedDocument(lib, pdf, fonts);
  }

  get pageCount(): number {
    return this.sheets.length;
  }

  addPage(): void {
    this.sheets.push({ page: this.pdf.addPage([paper.width, paper.height]), content: [], elements: [] });
  }

  element(tag: Tag, parent: StructureElement = this.root): StructureElement {
    const element: StructureElement = { tag, kids: [] };
    parent.kids.push(element);
    return element;
  }

  /** Writes on the last page. */
  text(element: StructureElement, text: string, place: TextPosition, style: TextStyle = {}): void {
    const sheet = this.sheetAt(this.sheets.length - 1);
    const id = sheet.elements.length;
    sheet.elements.push(element);
    element.kids.push({ page: this.sheets.length - 1, id });
    sheet.content.push(`/${element.tag} <</MCID ${id}>> BDC`, ...this.drawing(text, place, style), "EMC");
  }

  /** Text that screen readers skip, such as page numbers and repeated headings. */
  decoration(text: string, place: TextPosition, style: TextStyle = {}, page = this.sheets.length - 1): void {
    this.sheetAt(page).content.push("/Artifact BMC", ...this.drawing(text, place, style), "EMC");
  }

  line(y: number, from: number = paper.margin, to: number = paper.width - paper.margin): void {
    const at = paper.height - y;
    this.sheetAt(this.sheets.length - 1).content.push(
      `/Artifact BMC 0.82 0.85 0.88 RG 0.75 w ${from} ${at} m ${to} ${at} l S EMC`,
    );
  }

  async save(): Promise<Uint8Array<ArrayBuffer>> {
    const { context, catalog } = this.pdf;
    const name = (text: string) => this.lib.PDFName.of(text);
    const fonts = context.obj({ [fontNames.regular]: this.embed("regular"), [fontNames.bold]: this.embed("bold") });
    for (const [index, { page, content }] of this.sheets.entries()) {
      page.node.set(name("Contents"), context.register(context.flateStream(content.join("\n"))));
      page.node.set(name("Resources"), context.obj({ Font: fonts }));
      page.node.set(name("StructParents"), context.obj(index));
      page.node.set(name("Tabs"), name("S"));
    }
    const tree = context.nextRef();
    const root = this.addElement(this.root, tree);
    const parents = this.sheets.flatMap(({ elements }, index) => [
      index,
      context.register(context.obj(elements.map((element) => element.ref ?? root))),
    ]);
    context.assign(
      tree,
      context.obj({
        Type: "StructTreeRoot",
        K: root,
        ParentTree: context.obj({ Nums: parents }),
        ParentTreeNextKey: this.sheets.length,
      }),
    );
    catalog.set(name("StructTreeRoot"), tree);
    catalog.set(name("MarkInfo"), context.obj({ Marked: true }));
    return new Uint8Array(await this.pdf.save());
  }

  private sheetAt(page: number): Sheet {
    const sheet = this.sheets[page];
    if (!sheet) throw new Error("a document needs a page before its text");
    return sheet;
  }

  private drawing(
    text: string,
    { x, y, align }: TextPosition,
    { size = 9, weight = "regular", ink = "ink" }: TextStyle,
  ) {
    const font = this.fonts[weight];
    const { glyphs, isExact } = toGlyphs(font, text);
    const characters = [...text.normalize("NFC")];
    for (const [index, glyph] of glyphs.entries())
      if (!this.used[weight].has(glyph)) this.used[weight].set(glyph, characters[index] ?? "");
    const left = align === "right" ? x - measureText(font, text, size) : x;
    const hex = glyphs.map((glyph) => glyph.toString(16).padStart(4, "0")).join("");
    const actual = isExact ? [] : [`/Span <</ActualText ${this.lib.PDFHexString.fromText(text)}>> BDC`];
    return [
      ...actual,
      `BT ${inks[ink]} rg /${fontNames[weight]} ${size} Tf ${round(left)} ${round(paper.height - y)} Td <${hex}> Tj ET`,
      ...(isExact ? [] : ["EMC"]),
    ];
  }

  private addElement(element: StructureElement, parent: PDFRef): PDFRef {
    const { context } = this.pdf;
    const ref = context.nextRef();
    element.ref = ref;
    const kids = element.kids.map((kid): PDFRef | PDFDict =>
      "id" in kid
        ? context.obj({ Type: "MCR", Pg: this.sheetAt(kid.page).page.ref, MCID: kid.id })
        : this.addElement(kid, ref),
    );
    const scope = element.tag === "TH" ? { A: { O: "Table", Scope: "Column" } } : {};
    context.assign(ref, context.obj({ Type: "StructElem", S: element.tag, P: parent, K: kids, ...scope }));
    return ref;
  }

  /** A composite font with the glyphs of this document (ISO 32000-2, 9.7). */
  private embed(weight: Weight): PDFRef {
    const { context } = this.pdf;
    const { PDFHexString, PDFString } = this.lib;
    const font = this.fonts[weight];
    const used = this.used[weight];
    const { ascent, descent, box } = font.metrics;
    const program = font.withGlyphs(new Set(used.keys()));
    const baseFont = weight === "bold" ? "CRBXBD+NotoSans-Bold" : "CRBXRG+NotoSans-Regular";
    const descriptor = context.obj({
      Type: "FontDescriptor",
      FontName: baseFont,
      Flags: 4,
      FontBBox: [...box],
      ItalicAngle: 0,
      Ascent: ascent,
      Descent: descent,
      CapHeight: 714,
      StemV: weight === "bold" ? 140 : 80,
      FontFile2: context.register(context.flateStream(program, { Length1: program.length })),
    });
    const descendant = context.obj({
      Type: "Font",
      Subtype: "CIDFontType2",
      BaseFont: baseFont,
      CIDSystemInfo: { Registry: PDFString.of("Adobe"), Ordering: PDFString.of("Identity"), Supplement: 0 },
      FontDescriptor: context.register(descriptor),
      CIDToGIDMap: "Identity",
      DW: 600,
      W: [...used.keys()].toSorted((one, other) => one - other).flatMap((glyph) => [glyph, [font.widthOf(glyph)]]),
    });
    const pairs = [...used].map(
      ([glyph, character]) =>
        `<${glyph.toString(16).padStart(4, "0")}> <${PDFHexString.fromText(character).asString().replace(/^FEFF/i, "")}>`,
    );
    return context.register(
      context.obj({
        Type: "Font",
        Subtype: "Type0",
        BaseFont: baseFont,
        Encoding: "Identity-H",
        DescendantFonts: [context.register(descendant)],
        ToUnicode: context.register(context.flateStream(toUnicodeMap(pairs))),
      }),
    );
  }
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Character map from glyphs to text, with at most 100 pairs in a block (Adobe Technical Note 5014). */
function toUnicodeMap(pairs: readonly string[]): string {
  const blocks: string[] = [];
  for (let from = 0; from < pairs.length; from += 100) {
    const block = pairs.slice(from, from + 100);
    blocks.push(`${block.length} beginbfchar`, ...block, "endbfchar");
  }
  return [
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
    "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def",
    "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
    "1 begincodespacerange <0000> <ffff> endcodespacerange",
    ...blocks,
    "endcmap CMapName currentdict /CMap defineresource pop end end",
  ].join("\n");
}
