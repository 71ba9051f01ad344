import { sql } from "drizzle-orm";
import type { NoticeType } from "../../../contract/notification-types.ts";
import { unprocessable } from "../../../contract/errors.ts";
import { audited, beforeAndAfter, changesOf } from "../../platform/index.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { hasRow, texts } from "../../sql.ts";
import { getPhone, type Phone } from "./get-phone.ts";

/** Says which types of notifications the caller gets as text messages, too. Throws PHONE_NOT_VERIFIED. */
export async function chooseTextTypes(ctx: Ctx, types: readonly NoticeType[]): Promise<Phone> {
  const { user_id, org_id } = requireUser(ctx);
  const isChosen = await hasRow(
    ctx,
    sql`
    with p as (
      update user_phones set types = ${texts([...new Set(types)].toSorted())}
      where user_id = ${user_id} returning user_id, ${beforeAndAfter}
    ), ${audited(ctx, "chooseTextTypes", "user", "p", { subject_id: sql`p.user_id`, org_id, changes: changesOf() })}
    select 1 from p`,
  );
  if (!isChosen) throw unprocessable("PHONE_NOT_VERIFIED");
  return getPhone(ctx);
}
