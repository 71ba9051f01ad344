import type { Route } from "../../worker/http/app-env.ts";
import { devicePages } from "./devices/index.ts";
import { portalHome } from "./home/home.tsx";
import { profile } from "./profile.tsx";
import { sessions } from "./sessions.tsx";

export const portalPages: Route[] = [portalHome, ...devicePages, profile, ...sessions];
