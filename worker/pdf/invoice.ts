// The file is long because it has the layout of a whole document, from top to bottom.
import type * as z from "zod/mini";
import { formatMoney } from "../contract/buying/money.ts";
import {
  adjustmentRows,
  type invoice,
  type invoiceDocumentShape,
  invoiceSums,
  invoiceTitle,
} from "../contract/entities/invoice.ts";
import { addressLines } from "./address-lines.ts";
import { type Block, printBlocks } from "./blocks.ts";
import { printSeller, type Seller } from "./seller.ts";
import { type StructureElement, paper, TaggedDocument, type TextStyle } from "./tagged-document.ts";
import { wrap } from "./typeface.ts";

type Invoice = z.output<typeof invoice> & {
  [Field in keyof typeof invoiceDocumentShape]: z.output<(typeof invoiceDocumentShape)[Field]>;
};
export type InvoiceFormat = {
  seller: (invoice: Invoice) => Seller | null;
  /** "20 Nov 2026", in the viewer's time zone, or in UTC for a call of the API. */
  date: (at: string) => string;
  /** "20 Dec 2026", of an ISO day. */
  day: (day: string) => string;
  status: (invoice: Invoice) => string;
  movement: (kind: Invoice["movements"][number]["kind"]) => string;
};

const linesMax = 25;
const rowHeight = 15;
const right = paper.width - paper.margin;
const bottom = paper.height - paper.margin - 16;
const soft: TextStyle = { ink: "soft" };
const columns = { product: paper.margin, quantity: 340, price: 410, tax: 480, amount: right } as const;
const nameWidth = 250;

/** Each invoice starts on a new page. */
export async function printInvoices(
  invoices: readonly Invoice[],
  printed: InvoiceFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  const [first] = invoices;
  const title = invoices.length === 1 && first ? buildTitle(first) : `${invoices.length} invoices`;
  const document = await TaggedDocument.create(title, new Date());
  for (const each of invoices) new InvoicePrinter(document, each, printed).print();
  return document.save();
}

/** "Invoice CGX-410" and "Invoice for O00000918". */
const buildTitle = (invoice: Invoice): string => {
  const title = invoiceTitle(invoice);
  return title.startsWith("Invoice") ? title : `Invoice ${title}`;
};

class InvoicePrinter {
  private readonly document: TaggedDocument;
  private readonly invoice: Invoice;
  private readonly printed: InvoiceFormat;
  private readonly section: StructureElement;
  private readonly firstPage: number;
  private y: number = paper.margin;

  constructor(document: TaggedDocument, invoice: Invoice, printed: InvoiceFormat) {
    this.document = document;
    this.invoice = invoice;
    this.printed = printed;
    this.section = document.element("Sect");
    this.firstPage = document.pageCount;
  }

  print(): void {
    this.document.addPage();
    this.printHead();
    this.printParties();
    this.printLines();
    this.printTotals();
    this.printMovements();
    this.numberPages();
  }

  private printHead(): void {
    const { document, invoice, section } = this;
    this.y = 62;
    document.text(
      document.element("H1", section),
      buildTitle(invoice),
      { x: paper.margin, y: this.y },
      { size: 20, weight: "bold" },
    );
    const y = printSeller(document, section, this.printed.seller(invoice), this.y - 6);
    document.text(
      document.element("P", section),
      this.printed.status(invoice),
      { x: paper.margin, y: this.y + 18 },
      { size: 10 },
    );
    this.y = Math.max(y, this.y + 30) + 10;
    document.line(this.y);
    this.y += 20;
  }

  private printParties(): void {
    const { invoice, printed } = this;
    const { name, email, address } = invoice.bill_to;
    const facts = [
      ["Date", printed.date(invoice.created_at)],
      ["Due", invoice.due_on && printed.day(invoice.due_on)],
      ["Number", invoice.stripe_invoice_no],
      ["PO number", invoice.po_number],
      [invoice.reference_type === "order" ? "Order" : "Plan", invoice.reference_name],
      ["Ordered by", invoice.ordered_by],
    ].flatMap(([label, value]) => (value ? [`${label}: ${value}`] : []));
    const blocks: Block[] = [
      ["Bill to", [name, ...addressLines(address).filter((line) => line !== name), email ?? ""].filter(Boolean)],
      ["Ship to", addressLines(invoice.ship_to)],
      ["Details", facts],
    ];
    this.y = printBlocks(this.document, this.section, blocks, this.y) + 12;
    if (invoice.note) this.paragraph(`Note: ${invoice.note}`);
  }

  private paragraph(text: string, style: TextStyle = soft): void {
    const { document, section } = this;
    const element = document.element("P", section);
    for (const line of wrap(document.fonts.regular, text, { size: 9, width: right - paper.margin })) {
      this.requireRoom(12);
      document.text(element, line, { x: paper.margin, y: this.y }, style);
      this.y += 12;
    }
    this.y += 8;
  }

  private printLines(): void {
    const { document, invoice } = this;
    const table = document.element("Table", this.section);
    const head = document.element("TR", table);
    const labels = [
      ["Product", columns.product, "left"],
      ["Quantity", columns.quantity, "right"],
      ["Unit price", columns.price, "right"],
      ["Tax", columns.tax, "right"],
      ["Amount", columns.amount, "right"],
    ] as const;
    const style = { size: 9, weight: "bold" } as const;
    for (const [label, x, align] of labels)
      document.text(document.element("TH", head), label, { x, y: this.y, align }, style);
    const finishHead = () => {
      document.line(this.y + 5);
      this.y += 19;
    };
    finishHead();
    let linesOnPage = 0;
    for (const product of invoice.products) {
      const names = wrap(document.fonts.regular, product.name, { size: 9, width: nameWidth });
      if (linesOnPage + names.length > linesMax || this.y + names.length * rowHeight > bottom) {
        this.nextPage();
        linesOnPage = 0;
        for (const [label, x, align] of labels) document.decoration(label, { x, y: this.y, align }, style);
        finishHead();
      }
      linesOnPage += names.length;
      const row = document.element("TR", table);
      const cells = [
        [String(product.quantity), columns.quantity],
        [formatMoney(product.price), columns.price],
        [product.tax_amount === null ? "" : formatMoney(product.tax_amount), columns.tax],
        [formatMoney(product.price * product.quantity), columns.amount],
      ] as const;
      const cell = document.element("TD", row);
      for (const [index, line] of names.entries())
        document.text(cell, line, { x: columns.product, y: this.y + index * rowHeight });
      for (const [text, x] of cells)
        if (text === "") document.element("TD", row);
        else document.text(document.element("TD", row), text, { x, y: this.y, align: "right" });
      this.y += names.length * rowHeight;
    }
    document.line(this.y - 6);
    this.y += 10;
  }

  private printTotals(): void {
    const { invoice, printed } = this;
    const { amount, shipping, tax } = invoice;
    const { paid, refunded, remaining } = invoiceSums(invoice);
    const onProducts = invoice.products.reduce((sum, { tax_amount }) => sum + (tax_amount ?? 0), 0);
    const isSplit = invoice.products.every(({ tax_amount }) => tax_amount !== null) && onProducts < tax && shipping > 0;
    const placeOfSale =
      invoice.place_of_sale && [invoice.place_of_sale.state, invoice.place_of_sale.country].filter(Boolean).join(", ");
    const taxLabel = placeOfSale ? `Tax, ${placeOfSale}` : "Tax";
    const rows: (readonly [label: string, cents: number, weight?: "bold"])[] = [
      ["Subtotal", amount - shipping - tax],
      ...(shipping > 0 || invoice.reference_type === "order" ? [["Shipping", shipping] as const] : []),
      ...(isSplit
        ? [[`${taxLabel}, products`, onProducts] as const, [`${taxLabel}, shipping`, tax - onProducts] as const]
        : [[taxLabel, tax] as const]),
      ["Total", amount, "bold"],
      ...adjustmentRows(invoice),
      ["Paid", paid],
      ...(refunded > 0 ? [["Refunded", refunded] as const] : []),
      ["Remaining", remaining, "bold"],
    ];
    this.requireRoom(rows.length * rowHeight + 8);
    const table = this.document.element("Table", this.section);
    for (const [label, cents, weight = "regular"] of rows) {
      const row = this.document.element("TR", table);
      this.document.text(this.document.element("TD", row), label, { x: 360, y: this.y }, { weight });
      this.document.text(
        this.document.element("TD", row),
        formatMoney(cents),
        { x: right, y: this.y, align: "right" },
        { weight },
      );
      this.y += rowHeight;
    }
    this.y += 12;
    if (invoice.is_processing) this.paragraph("A payment is on its way from your bank.");
    if (invoice.refunding > 0) this.paragraph(`${formatMoney(invoice.refunding)} are on their way back to you.`);
    if (!invoice.is_open && paid === 0) this.paragraph(`${printed.status(invoice)}: nothing is to be paid.`);
  }

  private printMovements(): void {
    const { document, invoice, printed } = this;
    if (invoice.movements.length === 0) return;
    this.requireRoom(20 + rowHeight);
    document.text(
      document.element("H2", this.section),
      "Payments and refunds",
      { x: paper.margin, y: this.y },
      { size: 10, weight: "bold" },
    );
    this.y += 18;
    const table = document.element("Table", this.section);
    for (const { at, kind, amount, method } of invoice.movements) {
      this.requireRoom(rowHeight);
      const row = document.element("TR", table);
      const what = method === null ? printed.movement(kind) : `${printed.movement(kind)}, ${method}`;
      document.text(document.element("TD", row), printed.date(at), { x: paper.margin, y: this.y });
      document.text(document.element("TD", row), what, { x: 130, y: this.y });
      document.text(document.element("TD", row), formatMoney(amount), { x: right, y: this.y, align: "right" });
      this.y += rowHeight;
    }
  }

  private nextPage(): void {
    this.document.addPage();
    this.y = 62;
  }

  private requireRoom(height: number): void {
    if (this.y + height > bottom) this.nextPage();
  }

  private numberPages(): void {
    const count = this.document.pageCount - this.firstPage;
    const y = paper.height - paper.margin + 8;
    for (let page = 0; page < count; page += 1) {
      const at = this.firstPage + page;
      this.document.decoration(buildTitle(this.invoice), { x: paper.margin, y }, soft, at);
      this.document.decoration(`Page ${page + 1} of ${count}`, { x: right, y, align: "right" }, soft, at);
    }
  }
}
