import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { shopSettingsShape } from "../../../contract/entities/shop-settings.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/admin/settings/shop-settings.ts";
import { unprocessable } from "../../../contract/errors.ts";
import type { Ctx, ReadCtx } from "../../context.ts";
import { selectFields } from "../../select-of.ts";
import { maybeOne, one, texts, writeAndRead } from "../../sql.ts";
import { audited } from "../audit/audited.ts";
import { beforeAndAfter, diffRows } from "../audit/changes.ts";

const settingsRow = () => z.object(shopSettingsShape);
export type ShopSettings = z.output<ReturnType<typeof settingsRow>>;

const columns = selectFields(shopSettingsShape, "s", { refund_limit: sql`s.refund_limit::float` });
const selectSettings = sql`select ${columns} from shop_settings s`;
const missingSettingsError = () => new Error("the shop has no row of settings");

export const getShopSettings = (ctx: ReadCtx): Promise<ShopSettings> =>
  one(ctx, settingsRow, selectSettings, missingSettingsError);

const sellerRow = () => z.object({ seller: z.nullable(z.string()) });
export type Seller = { name: string; lines: readonly string[]; email: string };

/** The seller to name on a document issued today; null if the settings name none. */
export async function findSeller(ctx: ReadCtx): Promise<Seller | null> {
  const settings = await maybeOne(ctx, sellerRow, sql`select seller from shop_settings`);
  return toSeller(settings?.seller ?? null, ctx.settings.SUPPORT_EMAIL);
}

export function toSeller(seller: string | null, email: string): Seller | null {
  const [name, ...lines] = seller?.split("\n") ?? [];
  return name ? { name, lines, email } : null;
}

export const sellerAt = (instant: SQL): SQL => sql`coalesce(
  (select former.seller from former_sellers former where former.until > ${instant} order by former.until limit 1),
  (select seller from shop_settings)
)`;

export async function updateShopSettings(
  ctx: Ctx,
  { time_zone, refund_limit, holidays, seller, updated_at }: InputOf<typeof contract.updateShopSettings>["body"],
): Promise<ShopSettings> {
  const days = holidays && texts([...new Set(holidays)].toSorted());
  const { isWritten, row } = await writeAndRead(
    ctx,
    sql`
    with s as (
      insert into shop_settings (time_zone, refund_limit, holidays, seller)
      values (coalesce(${time_zone ?? null}, 'UTC'), ${refund_limit ?? null}, ${days ?? sql`'{}'`}, ${seller ?? null})
      on conflict (is_only) do update
        set
          time_zone = coalesce(${time_zone ?? null}, shop_settings.time_zone),
          refund_limit = case
            when ${refund_limit !== undefined} then ${refund_limit ?? null}::bigint else shop_settings.refund_limit
          end,
          holidays = ${days ?? sql`shop_settings.holidays`},
          seller = case when ${seller !== undefined} then ${seller ?? null} else shop_settings.seller end,
          updated_at = now()
        where ${updated_at ?? null}::timestamptz is null
          or shop_settings.updated_at = ${updated_at ?? null}::timestamptz
      returning ${beforeAndAfter}
    ),
    former as (
      insert into former_sellers (seller)
      select s.before ->> 'seller' from s where s.before ->> 'seller' is distinct from s.after ->> 'seller'
        and s.before ->> 'seller' is not null
      on conflict do nothing
    ),
    ${audited(ctx, "updateShopSettings", "shop_settings", "s", {
      subject_id: "shop",
      org_id: null,
      changes: diffRows(),
    })}
    select 1 from s`,
    settingsRow,
    selectSettings,
  );
  if (!row) throw missingSettingsError();
  if (!isWritten) throw unprocessable("OBJECT_OUTDATED");
  return row;
}
