import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { NotificationType } from "../../../contract/notification-types.ts";
import { unprocessable } from "../../../contract/errors.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { one, texts } from "../../sql.ts";
import { type Phone, phoneColumns, selectPhone, toPhone } from "./get-phone.ts";

export const chooseTextTypes = (ctx: Ctx, types: readonly NotificationType[]): Promise<Phone> =>
  writeTypes(ctx, texts([...new Set(types)].toSorted()));

/**
 * Turns the texts of some types on or off; other types keep their state, even if another window changed them meanwhile.
 */
export const switchTexts = (ctx: Ctx, types: readonly NotificationType[], isOn: boolean): Promise<Phone> =>
  writeTypes(
    ctx,
    sql`array(
      select type from unnest(types) type where type <> all(${texts(types)})
      union select type from unnest(${texts(isOn ? types : [])}) type
      order by type
    )`,
  );

async function writeTypes(ctx: Ctx, types: SQL): Promise<Phone> {
  const { user_id, org_id } = requireUser(ctx);
  const row = await one(
    ctx,
    () => z.object(phoneColumns()),
    sql`
    with updated as (
      update user_phones set types = ${types}
      where user_id = ${user_id} returning user_id, number, verified_at, types, ${beforeAndAfter}
    ),
    ${audited(ctx, "chooseTextTypes", "user", "updated", {
      subject_id: sql`updated.user_id`,
      org_id,
      changes: diffRows(),
    })}
    ${selectPhone(sql`${user_id}::uuid`, { phones: sql`updated` })}
    where exists (select 1 from updated)`,
    () => unprocessable("PHONE_NOT_VERIFIED"),
  );
  return toPhone(ctx, row);
}
