import type { KnownShipment } from "../state.ts";

/** Renders a PDF of 4 by 6 inches with plain text. */
export function renderLabel({ tracking_id, service, reference, recipient, weight_kg }: KnownShipment): Buffer {
  const lines = [
    `FULEX  ${service ?? ""}`,
    `TRK# ${tracking_id}`,
    recipient?.name ?? "",
    ...(recipient?.address.split(", ") ?? []),
    `${weight_kg ?? 0} kg`,
    `REF ${reference ?? ""}`,
  ];
  return renderPdf(lines);
}

export const renderInvoice = ({ tracking_id, recipient, customs }: KnownShipment): Buffer =>
  renderPdf(["COMMERCIAL INVOICE", `TRK# ${tracking_id}`, recipient?.name ?? "", ...formatCustoms(customs)]);

const formatCustoms = (customs: unknown): string[] =>
  JSON.stringify(customs ?? {}, null, 1)
    .split("\n")
    .slice(0, 20);

function renderPdf(lines: readonly string[]): Buffer {
  const textOperators = lines.map((line) => `(${line.replace(/[^\x20-\x7e]/g, "?").replace(/[\\()]/g, "\\$&")}) Tj T*`);
  const content = `BT /F1 12 Tf 18 TL 20 390 Td\n${textOperators.join("\n")}\nET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 288 432] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>",
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const offsetRows = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const xrefTable = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsetRows}`;
  const trailerText = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + xrefTable + trailerText, "latin1");
}
