import type { Route } from "../../../worker/http/app-env.ts";
import { invoiceRoutes } from "./invoice.tsx";
import { invoiceForms } from "./invoice-forms.ts";
import { receivableFiles } from "../../receivable-files.ts";
import { receivablesPage } from "./receivables.tsx";
import { invoices } from "./invoices.tsx";

export const invoicePages: Route[] = [
  receivablesPage,
  ...receivableFiles,
  ...invoices,
  ...invoiceRoutes,
  ...invoiceForms,
];
