import type { PageRoute } from "../../worker/http/page.ts";
import { adminHome } from "./home.tsx";

export const adminPages: PageRoute[] = [adminHome];
