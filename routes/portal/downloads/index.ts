import type { Route } from "../../../worker/http/app-env.ts";
import { downloadHistory } from "./download-history.tsx";
import { downloadsPage } from "./downloads.tsx";
import { softwareVersions } from "./software-versions.tsx";

export const downloadPages: Route[] = [downloadsPage, ...downloadHistory, softwareVersions];
