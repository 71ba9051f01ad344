import type { Route } from "../../worker/http/app-env.ts";
import { portalHome } from "./home.tsx";
import { profile } from "./profile.tsx";
import { sessions } from "./sessions.tsx";

export const portalPages: Route[] = [portalHome, profile, ...sessions];
