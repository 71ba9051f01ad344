import type { Route } from "../../worker/http/app-env.ts";
import { portalHome } from "./home.tsx";
import { profile } from "./profile.tsx";

export const portalPages: Route[] = [portalHome, profile];
