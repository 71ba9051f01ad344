import type { Route } from "../../../../worker/http/app-env.ts";
import { industryPage } from "./industry.tsx";
import { industryList } from "./list.tsx";

export const industryPages: Route[] = [...industryList, ...industryPage];
