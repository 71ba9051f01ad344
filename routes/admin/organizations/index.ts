import type { Route } from "../../../worker/http/app-env.ts";
import { addressesAndContacts } from "./addresses-and-contacts.tsx";
import { deviceClaims } from "./device-claims.tsx";
import { madeSerials } from "./made-serials.tsx";
import { organizationDevices } from "./devices.tsx";
import { organizationDownloads } from "./downloads.tsx";
import { organizationForms } from "./edit.tsx";
import { organizations } from "./list.tsx";
import { organizationNote, organizationPage } from "./organization.tsx";
import { organizationSyncForm } from "./sync.ts";

// the new form comes before the page whose path would match it
export const organizationPages: Route[] = [
  ...organizations,
  ...organizationForms,
  organizationPage,
  organizationNote,
  ...addressesAndContacts,
  ...organizationDevices,
  ...deviceClaims,
  ...madeSerials,
  ...organizationDownloads,
  organizationSyncForm,
];
