import type { Route } from "../../../worker/http/app-env.ts";
import { overviewRoutes } from "./overview.tsx";
import { discrepancyRoutes } from "./discrepancy.tsx";
import { discrepancies } from "./discrepancies.tsx";

export const reconciliationPages: Route[] = [...overviewRoutes, ...discrepancies, ...discrepancyRoutes];
