import type { Route } from "../../../worker/http/app-env.ts";
import { software } from "./list.tsx";
import { linkPluginForm } from "./link.tsx";
import { softwareNamed } from "./one.tsx";
import { version } from "./version.tsx";

export const softwarePages: Route[] = [...software, softwareNamed, linkPluginForm, ...version];
