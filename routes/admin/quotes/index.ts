import type { Route } from "../../../worker/http/app-env.ts";
import { adminQuoteList } from "./list.tsx";
import { newQuotePages } from "./new-quote.tsx";
import { adminPrintedQuote } from "./printed.tsx";
import { adminQuoteRoutes } from "./quote.tsx";

export const adminQuotePages: Route[] = [...adminQuoteList, ...newQuotePages, ...adminQuoteRoutes, adminPrintedQuote];
