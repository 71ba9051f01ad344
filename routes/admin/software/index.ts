import type { Route } from "../../../worker/http/app-env.ts";
import { softwareForms } from "./edit.tsx";
import { software } from "./list.tsx";
import { linkPluginForm } from "./link.tsx";
import { softwareNamed } from "./one.tsx";
import { pluginProducts } from "./plugin-products.tsx";
import { stageRoutes } from "./stage.tsx";
import { versionRoutes } from "./version.tsx";

export const softwarePages: Route[] = [
  ...software,
  ...softwareForms,
  softwareNamed,
  linkPluginForm,
  ...pluginProducts,
  ...versionRoutes,
  ...stageRoutes,
];
