import type { PageRoute } from "../../worker/http/page.ts";
import { storeHome } from "./home.tsx";

export const storePages: PageRoute[] = [storeHome];
