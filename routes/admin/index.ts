import type { Route } from "../../worker/http/app-env.ts";
import { adminHome } from "./home.tsx";

export const adminPages: Route[] = [adminHome];
