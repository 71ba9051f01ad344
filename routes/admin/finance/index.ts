import type { Route } from "../../../worker/http/app-env.ts";
import { financePage } from "./finance.tsx";
import { ledgerPages } from "./ledger.tsx";

export const financePages: Route[] = [financePage, ...ledgerPages];
