import type { Route } from "../../../worker/http/app-env.ts";
import { decisions } from "./decisions.ts";
import { requestList } from "./list.tsx";
import { requestPage, requestNote, triagePage } from "./triage.tsx";

// The list's path would match as an id, so it comes first.
export const requestPages: Route[] = [triagePage, ...requestList, ...decisions, requestNote, requestPage];
