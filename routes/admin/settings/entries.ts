import { legalKinds } from "../../../db/enums.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { listStaff as listStaffCall } from "../../../worker/contract/v1/admin/staff.ts";
import type { StaffPermission } from "../../../worker/contract/people/permissions.ts";
import type { ReadCtx } from "../../../worker/domain/context.ts";
import { listMailTemplates } from "../../../worker/domain/notifications/index.ts";
import { listIndustryNames } from "../../../worker/domain/organizations/index.ts";
import { getShopSettings, listLegalTexts, listLicenseAgreements } from "../../../worker/domain/platform/index.ts";
import { listPriceLevelNames } from "../../../worker/domain/catalog/index.ts";
import { listStaff } from "../../../worker/domain/people/index.ts";
import { countShippingRates } from "../../../worker/domain/fulfilment/index.ts";

export type SettingsEntry = {
  title: string;
  about: string;
  href: string;
  access: StaffPermission;
  /** A few words, such as "12 rates" or "All in force"; batched with the page's lookups. */
  readState: (ctx: ReadCtx) => Promise<string>;
};

export const countText = (count: number, one: string, many = `${one}s`): string => {
  if (count === 0) return `No ${one} yet`;
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
};

function versionText(versions: { version: string; state: string }[]): string {
  const current = versions.find(({ state }) => state === "in_force");
  return current ? `${current.version} in force` : "No version in force";
}

export const settingsEntries: readonly SettingsEntry[] = [
  {
    title: "Shop",
    about: "Who sells, time zone, holidays, and refunds that need a second person.",
    href: pages.shopSettings,
    access: "settings:read",
    readState: async (ctx) => (await getShopSettings(ctx)).time_zone,
  },
  {
    title: "Mails",
    about: "What the mails of the shop say.",
    href: pages.mailTemplates,
    access: "settings:read",
    readState: async (ctx) => {
      const changed = (await listMailTemplates(ctx)).data.filter(({ is_changed }) => is_changed).length;
      return changed === 0 ? "All as original" : `${changed} changed`;
    },
  },
  {
    title: "Staff",
    about: "Who runs the shop, and what each may do.",
    href: pages.staff,
    access: "staff:read",
    readState: async (ctx) =>
      countText((await listStaff(ctx, listStaffCall.query.parse({ limit: 1 }))).meta.count, "administrator"),
  },
  {
    title: "Price levels",
    about: "Which prices there are beside the base price, for organizations to have.",
    href: pages.adminPriceLevels,
    access: "prices:read",
    readState: async (ctx) => countText((await listPriceLevelNames(ctx)).length, "level"),
  },
  {
    title: "Shipping rates",
    about: "What shipping costs by country, and how long it takes.",
    href: hrefOf(pages.shippingRates, {}, { sort: "country" }),
    access: "shipping_rates:read",
    readState: async (ctx) => countText(await countShippingRates(ctx), "rate"),
  },
  {
    title: "Industries",
    about: "What organizations work in, for their forms to choose from.",
    href: pages.adminIndustries,
    access: "settings:read",
    readState: async (ctx) => countText((await listIndustryNames(ctx)).length, "industry", "industries"),
  },
  {
    title: "License agreement",
    about: "Users agree to it before their first sign-in, and again after each change.",
    href: pages.licenseVersions,
    access: "settings:read",
    readState: async (ctx) => versionText((await listLicenseAgreements(ctx)).data),
  },
  {
    title: "Legal texts",
    about: "Terms of sale, returns, privacy and imprint.",
    href: pages.legalVersions,
    access: "settings:read",
    readState: async (ctx) => {
      const { data } = await listLegalTexts(ctx, {});
      const missingCount = legalKinds.length - data.filter(({ state }) => state === "in_force").length;
      return missingCount === 0 ? "All in force" : `${missingCount} of ${legalKinds.length} missing`;
    },
  },
];
