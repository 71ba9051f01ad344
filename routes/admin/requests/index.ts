import type { Route } from "../../../worker/http/app-env.ts";
import { decisions } from "./decisions.ts";
import { requestList } from "./list.tsx";
import { request, triage } from "./triage.tsx";

// the list comes first, because its path would match as an id
export const requestPages: Route[] = [triage, ...requestList, ...decisions, request];
