import type { Route } from "../../../../worker/http/app-env.ts";
import { legalVersions } from "./list.tsx";
import { newLegalVersion } from "./new.tsx";
import { legalVersionRoutes } from "./version.tsx";

export const legalPages: Route[] = [legalVersions, ...newLegalVersion, ...legalVersionRoutes];
