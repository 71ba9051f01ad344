import type { PageRoute } from "../../worker/http/page.ts";
import { portalHome } from "./home.tsx";
import { profile } from "./profile.tsx";

export const portalPages: PageRoute[] = [portalHome, profile];
