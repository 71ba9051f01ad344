import type { Route } from "../../../../worker/http/app-env.ts";
import { levelList } from "./list.tsx";
import { levelRoutes } from "./level.tsx";

export const priceLevelPages: Route[] = [...levelList, ...levelRoutes];
