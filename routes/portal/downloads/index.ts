import type { Route } from "../../../worker/http/app-env.ts";
import { downloadHistory } from "./download-history.tsx";
import { downloads } from "./downloads.tsx";
import { softwareVersions } from "./software-versions.tsx";

export const downloadPages: Route[] = [downloads, ...downloadHistory, softwareVersions];
