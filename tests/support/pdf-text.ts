import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream, PDFStream } from "@cantoo/pdf-lib";
import { expect } from "vitest";
import type { Client } from "./client.ts";

export type PdfContent = {
  title: string | undefined;
  language: string | undefined;
  is_tagged: boolean;
  /** Texts of each page in drawing order, as a program that copies them sees them. */
  pages: string[][];
  /** Distinct tags of the structure that screen readers follow. */
  tags: string[];
};

export async function readPdf(bytes: ArrayBuffer): Promise<PdfContent> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  const { catalog, context } = pdf;
  const tags = context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFDict && isNamed(object, "Type", "StructElem") ? [object] : []))
    .map((element) => readName(element, "S"));
  return {
    title: pdf.getTitle(),
    language: catalog.get(PDFName.of("Lang"))?.toString(),
    is_tagged: catalog.lookupMaybe(PDFName.of("MarkInfo"), PDFDict)?.get(PDFName.of("Marked"))?.toString() === "true",
    pages: pdf.getPages().map(({ node }) => extractTexts(node)),
    tags: [...new Set(tags)].toSorted(),
  };
}

export async function fetchPdf(client: Client, path: string): Promise<PdfContent> {
  const answer = await client.fetch(path);
  expect([path, answer.status, answer.headers.get("content-type")]).toEqual([path, 200, "application/pdf"]);
  return readPdf(await answer.arrayBuffer());
}

const readName = (dict: PDFDict, key: string): string => dict.lookup(PDFName.of(key), PDFName).decodeText();
const isNamed = (dict: PDFDict, key: string, name: string): boolean =>
  dict.get(PDFName.of(key))?.toString() === `/${name}`;

const decodeStream = (stream: PDFStream | undefined): string =>
  stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString("latin1") : "";

function extractTexts(page: PDFDict): string[] {
  const fonts = page.lookup(PDFName.of("Resources"), PDFDict).lookup(PDFName.of("Font"), PDFDict);
  const maps = new Map(
    fonts.entries().map(([name]) => {
      const font = fonts.lookup(name, PDFDict);
      if (
        !font
          .lookup(PDFName.of("DescendantFonts"), PDFArray)
          .lookup(0, PDFDict)
          .lookup(PDFName.of("FontDescriptor"), PDFDict)
          .has(PDFName.of("FontFile2"))
      )
        throw new Error("a font is not embedded");
      const pairs = decodeStream(font.lookup(PDFName.of("ToUnicode"), PDFStream)).matchAll(
        /<([0-9a-f]{4})> <([0-9A-Fa-f]+)>/g,
      );
      return [
        name.decodeText(),
        new Map(
          [...pairs].map(([, glyph = "", text = ""]) => [glyph, Buffer.from(text, "hex").swap16().toString("utf16le")]),
        ),
      ] as const;
    }),
  );
  const textOperators = decodeStream(page.lookup(PDFName.of("Contents"), PDFStream)).matchAll(
    /\/(F\d) [\d.]+ Tf .*? <([0-9a-f]*)> Tj/g,
  );
  return [...textOperators].map(([, font = "", hex = ""]) =>
    (hex.match(/.{4}/g) ?? []).map((glyph) => maps.get(font)?.get(glyph) ?? "?").join(""),
  );
}
