import type { Route } from "../../../worker/http/app-env.ts";
import { ledgerPages } from "./ledger.tsx";

export const financePages: Route[] = [...ledgerPages];
