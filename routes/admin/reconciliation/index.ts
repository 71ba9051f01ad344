import type { Route } from "../../../worker/http/app-env.ts";
import { overview } from "./overview.tsx";
import { discrepancy } from "./discrepancy.tsx";
import { discrepancies } from "./discrepancies.tsx";

export const reconciliationPages: Route[] = [...overview, ...discrepancies, ...discrepancy];
