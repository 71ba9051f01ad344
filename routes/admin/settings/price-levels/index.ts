import type { Route } from "../../../../worker/http/app-env.ts";
import { levelList } from "./list.tsx";
import { levelPage } from "./level.tsx";

export const priceLevelPages: Route[] = [...levelList, ...levelPage];
