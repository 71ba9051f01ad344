import type { Route } from "../../../worker/http/app-env.ts";
import { quoteList } from "./list.tsx";
import { quoteOnPaper } from "./printed.tsx";
import { ownQuotePages } from "./quote.tsx";

export const quotePages: Route[] = [...quoteList, ...quoteOnPaper, ...ownQuotePages];
