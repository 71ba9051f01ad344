/**
 * Customer organizations: data, address book, price level, industries, and the rule that only the shop's own staff
 * become administrators. Open carts of an organization become outdated in the statement that changes its price level.
 */
export {
  isManageable,
  mayBeAdministrator,
  mayHaveRoles,
  requireManageable,
  requireMayGrant,
} from "./administrators.ts";
export { createOrganization, updateOrganization } from "./change-organization.ts";
export { sendCustomerUpdates } from "./customer-updates.ts";
export { type CountryChoices, findCountries } from "./find-countries.ts";
export {
  findOrganizations,
  type OrganizationChoices,
  findOrganizationOption,
  type OrganizationName,
} from "./find-organizations.ts";
export { type ImportedOrganization, importOrganizations } from "./import-organizations.ts";
export { createIndustry, deleteIndustry, updateIndustry } from "./industries/change-industries.ts";
export { getIndustry, type Industry, listIndustries, listIndustryNames } from "./industries/list-industries.ts";
export { getOrganization, type ListedOrganization, listOrganizations } from "./list-organizations.ts";
export {
  type AddressBookEntry,
  lockOrganization,
  type OrganizationRef,
  ownCountry,
  readAddressBook,
  selectOrganizationForUpdate,
} from "./organization-rows.ts";
export { getOwnOrganization, type OwnOrganization, updateOwnOrganization } from "./own-organization.ts";
export { type PriceLevelEffects, readPriceLevelEffects, setPriceLevel, undoPriceLevel } from "./price-levels.ts";
