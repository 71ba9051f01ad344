import type { Route } from "../../../worker/http/app-env.ts";
import { decisions } from "./decisions.ts";
import { requestList } from "./list.tsx";
import { request, triage } from "./triage.tsx";

// the list's address would be an id otherwise
export const requestPages: Route[] = [triage, ...requestList, ...decisions, request];
