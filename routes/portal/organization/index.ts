import { ownAddress } from "./address.tsx";
import { ownAddresses } from "./addresses.tsx";
import { ownContact } from "./contact.tsx";
import { ownOrganization } from "./organization.tsx";

export const organizationPages = [...ownOrganization, ownAddresses, ...ownAddress, ...ownContact];
