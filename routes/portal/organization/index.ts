import { ownAddress } from "./address.tsx";
import { ownContact } from "./contact.tsx";
import { ownOrganization } from "./organization.tsx";

export const organizationPages = [...ownOrganization, ...ownAddress, ...ownContact];
