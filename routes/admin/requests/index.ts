import type { Route } from "../../../worker/http/app-env.ts";
import { decisions } from "./decisions.ts";
import { requestList } from "./list.tsx";
import { requestPage, requestNote, triagePage } from "./triage.tsx";

// The path of the list would match as an id, so the list comes first.
export const requestPages: Route[] = [triagePage, ...requestList, ...decisions, requestNote, requestPage];
