import type { Route } from "../../../../worker/http/app-env.ts";
import { industryRoutes } from "./industry.tsx";
import { industryList } from "./list.tsx";

export const industryPages: Route[] = [...industryList, ...industryRoutes];
