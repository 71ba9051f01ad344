import type { Route } from "../../worker/http/app-env.ts";
import { design, designList } from "./design.tsx";
import { formPages } from "./form.tsx";

/** Pages for whoever builds the product: in `npm run dev` and `npm start` only, never in a deployment. */
export const localPages: Route[] = [design, designList, ...formPages];
