import type { Route } from "../../../../worker/http/app-env.ts";
import { licenseVersions } from "./list.tsx";
import { newLicenseVersion } from "./new.tsx";
import { licenseVersionRoutes } from "./version.tsx";

export const licensePages: Route[] = [licenseVersions, ...newLicenseVersion, ...licenseVersionRoutes];
