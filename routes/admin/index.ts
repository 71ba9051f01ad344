import type { Route } from "../../worker/http/app-env.ts";
import { adminHome } from "./home.tsx";
import { organization } from "./organization.tsx";
import { organizations } from "./organizations.tsx";

export const adminPages: Route[] = [adminHome, ...organizations, organization];
