import type { Route } from "../../../worker/http/app-env.ts";
import { invoice } from "./invoice.tsx";
import { invoices } from "./invoices.tsx";

export const invoicePages: Route[] = [...invoices, ...invoice];
