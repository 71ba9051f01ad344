import type { Route } from "../../../worker/http/app-env.ts";
import { softwareForms } from "./edit.tsx";
import { software } from "./list.tsx";
import { linkPluginForm } from "./link.tsx";
import { softwareNamed } from "./one.tsx";
import { pluginProducts } from "./plugin-products.tsx";
import { stage } from "./stage.tsx";
import { version } from "./version.tsx";

export const softwarePages: Route[] = [
  ...software,
  ...softwareForms,
  softwareNamed,
  linkPluginForm,
  ...pluginProducts,
  ...version,
  ...stage,
];
