import type { Route } from "../../worker/http/app-env.ts";
import { design, designList } from "./design.tsx";
import { formPages } from "./form.tsx";

/** For `npm run dev` and `npm start`; never deployed. */
export const localPages: Route[] = [design, designList, ...formPages];
