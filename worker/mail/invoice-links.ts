import type { Link } from "./message.ts";

/** Undefined for recipients without an account. */
export const invoiceLinks = ({ invoice_pdf_url: url }: { invoice_pdf_url?: string | undefined }): Link[] | undefined =>
  url === undefined ? undefined : [{ label: "Invoice as a PDF", url }];
