import type { PDFDocument } from "@cantoo/pdf-lib";

/**
 * Undefined if the file is unreadable or has no pages. The library is loaded only when a label is created or merged
 * (ADR-047).
 */
export async function readPdf(content: Uint8Array): Promise<PDFDocument | undefined> {
  const { PDFDocument } = await import("@cantoo/pdf-lib");
  try {
    const pdf = await PDFDocument.load(content, { throwOnInvalidObject: true });
    return pdf.getPageCount() > 0 ? pdf : undefined;
  } catch {
    return undefined;
  }
}
