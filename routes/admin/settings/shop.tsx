import * as z from "zod/mini";
import { Field } from "../../../islands/ui/field.tsx";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { holidayList, sellerLines } from "../../../worker/contract/entities/shop-settings.ts";
import { dollarsText } from "../../../worker/contract/buying/dollars.ts";
import { versionField } from "../../../worker/contract/fields.ts";
import { dollars } from "../../../worker/contract/forms/dollars.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { timeZone, timeZones } from "../../../worker/contract/time-zones.ts";
import * as contract from "../../../worker/contract/v1/admin/settings/shop-settings.ts";
import { getShopSettings, listObjectAudit, updateShopSettings } from "../../../worker/domain/platform/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { mergeForm } from "../../../worker/ui/forms/compared.ts";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { SaveBar } from "../../../worker/ui/forms/save-bar.tsx";
import { ConflictComparison, VersionFields } from "../../../worker/ui/forms/version-fields.tsx";
import { FormGroup, ObjectLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { ChangedBy } from "../../../worker/ui/parts/audit/changed-by.tsx";
import { History } from "../../../worker/ui/parts/history.tsx";
import { consoleLayout } from "../../layouts.tsx";

const auditSubject = { subject_type: "shop_settings", subject_id: "shop" } as const;
const historyMax = 10;

const settingsPage = page({
  path: pages.shopSettings,
  access: contract.getShopSettings.access,
  layout: consoleLayout,
  section: "Settings",
  load: async ({ ctx }) => {
    const [settings, history] = await Promise.all([
      getShopSettings(ctx),
      listObjectAudit(ctx, { ...auditSubject, limit: historyMax }),
    ]);
    return { settings, history };
  },
  head: () => ({ title: "Shop · Settings · Console · CrunchBox", no_store: true }),
  view({ settings: { time_zone, refund_limit, holidays, seller, updated_at }, history }, { flash }) {
    const values = {
      seller: seller ?? "",
      time_zone,
      holidays: holidays.join("\n"),
      refund_limit: refund_limit === null ? "" : dollarsText(refund_limit),
    };
    const labels = {
      seller: "Seller",
      time_zone: "Time zone",
      holidays: "Holidays",
      refund_limit: "Refunds without a second person",
    };
    const { typed, rows } = mergeForm(flash?.typed, updated_at, values, labels);
    const { field } = buildFieldProps(typed, values);
    const [last] = history;
    return (
      <>
        <PageHeader
          trail={[["Settings", pages.settings]]}
          title="Shop"
          subtitle="Who sells, days of figures and of delivery, and refunds that need a second person."
        />
        <ConflictComparison rows={rows} href={pages.shopSettings} by={last && <ChangedBy entry={last} />} />
        <ObjectLayout aside={<History entries={history} more={hrefOf(pages.audit, {}, auditSubject)} />}>
          <form method="post" action={pages.shopSettings} noValidate className="form-layout">
            <VersionFields updated_at={updated_at} values={values} />
            <FormGroup
              title="Seller"
              text="Invoices, statements, orders, packing slips and delivery notes name the seller. While this is empty they do not."
            >
              <TextAreaField
                {...field("seller")}
                label="Seller"
                is_optional
                rows={6}
                autoComplete="off"
                hint="The name in the first line, then the address and the tax numbers, a line each."
              />
            </FormGroup>
            <FormGroup
              title="Days"
              text="Days in the console, in its figures, lists and files, are those of this zone, the same for everybody. A change regroups earlier days, too."
            >
              <SelectField
                {...field("time_zone")}
                label="Time zone"
                options={timeZones().map((name) => [name, name.replaceAll("_", " ")])}
              />
            </FormGroup>
            <FormGroup
              title="Delivery"
              text="Lead times count working days, Monday to Friday without these days. An order paid after 14:00 in the shop’s time zone counts from the next working day."
            >
              <TextAreaField
                {...field("holidays")}
                label="Holidays"
                is_optional
                rows={6}
                hint="One day in each line, as 2026-12-25."
              />
            </FormGroup>
            <FormGroup
              title="Refunds"
              text="Above this sum another finance administrator or an owner must approve a refund. It counts what was refunded of an order in 24 hours."
            >
              <Field
                {...field("refund_limit")}
                label="Refunds without a second person, in dollars"
                is_optional
                inputMode="decimal"
                maxLength={16}
                hint="Leave it empty for no limit. With 0.00 every refund needs a second person."
              />
            </FormGroup>
            <SaveBar label="Save the settings" discard={pages.shopSettings} typed={typed} current={values} />
          </form>
        </ObjectLayout>
      </>
    );
  },
});

const settingsForm = {
  access: contract.updateShopSettings.access,
  body: z.object({
    time_zone: timeZone(),
    holidays: z.pipe(
      z.string(),
      z.pipe(
        z.transform((text: string) => text.split(/\s+/).filter(Boolean)),
        holidayList(),
      ),
    ),
    seller: z.optional(sellerLines()),
    refund_limit: z.nullable(dollars("Refunds without a second person")),
    updated_at: versionField(),
  }),
} as const;

const saveForm = formPost(settingsForm, {
  path: pages.shopSettings,
  page: settingsPage,
  send: (ctx, { body }) => updateShopSettings(ctx, body),
  back: pages.shopSettings,
  done: () => "The settings are saved.",
});

export const shopSettingsRoutes = [settingsPage, saveForm];
