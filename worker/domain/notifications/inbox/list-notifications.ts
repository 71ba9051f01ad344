import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { notification } from "../../../contract/entities/notification.ts";
import { definitionOf, type NotificationType, notificationTypeNames } from "../../../contract/notification-types.ts";
import { notFound } from "../../../contract/errors.ts";
import type { ListQuery } from "../../../contract/paging.ts";
import { callerId } from "../../caller.ts";
import type { Ctx } from "../../context.ts";
import { inDays, type Page, readPage } from "../../listing.ts";
import { maybeOne, toTimestamp, iso, type RowOf, many, texts } from "../../sql.ts";
import { withPlace } from "../place.ts";

type Range = { gte?: string | undefined; lte?: string | undefined };
export type NotificationFilter = ListQuery & {
  is_read?: boolean | undefined;
  type?: NotificationType | undefined;
  "created_at[gte]"?: string | undefined;
  "created_at[lte]"?: string | undefined;
  created_at?: Range | undefined;
};

const stored = () =>
  z.object({
    id: z.string(),
    user_id: z.string(),
    read_at: z.nullable(z.string()),
    created_at: z.string(),
    type: z.enum(notificationTypeNames),
    payload: z.record(z.string(), z.unknown()),
  });

/** What the app shows; `link` leads to the thing itself, by an address of ours or of a carrier. */
export type Notification = z.output<typeof notification> & { link: { label: string; url: string } | undefined };

const columns = sql`n.id, n.user_id, n.type, n.payload,
  ${iso("n.read_at")} as read_at, ${iso("n.created_at")} as created_at`;

/** What a notification is about, as people search for it. */
const about = sql`concat_ws(
  ' ',
  n.payload ->> 'order_number', n.payload ->> 'po_number', n.payload ->> 'invoice_number',
  n.payload -> 'product' ->> 'name', n.payload ->> 'version',
  n.payload ->> 'device_name', n.payload ->> 'device_serial', n.payload ->> 'tracking_number',
  n.payload ->> 'subject', n.payload ->> 'message'
)`;

/** The caller's own notifications, unread ones first unless asked otherwise; their words are made as they are read. */
export async function listNotifications(ctx: Ctx, query: NotificationFilter): Promise<Page<Notification>> {
  const { is_read, type, created_at } = query;
  const gte = query["created_at[gte]"] ?? created_at?.gte;
  const lte = query["created_at[lte]"] ?? created_at?.lte;
  const page = await readPage(ctx, query, {
    shape: stored,
    columns,
    from: sql`notifications n`,
    isOwn: true,
    where: [
      sql`n.user_id = ${callerId(ctx, "user_id")}`,
      is_read !== undefined && sql`(n.read_at is not null) = ${is_read}`,
      type && sql`n.type = ${type}`,
      ...(isInstant(gte)
        ? [sql`n.created_at >= ${toTimestamp(Date.parse(gte))}`]
        : inDays(ctx, created, [gte, undefined])),
      ...(isInstant(lte)
        ? [sql`n.created_at <= ${toTimestamp(Date.parse(lte))}`]
        : inDays(ctx, created, [undefined, lte])),
    ],
    text: about,
    searchIn: (matches) => sql`(${matches} or n.type = any(${texts(typesTitled(query.search ?? ""))}))`,
    sorts: { unread: sql`(n.read_at is null)` },
    alias: "n",
  });
  return { ...page, data: await withWords(ctx, page.data) };
}

const created = sql`n.created_at`;
/** As opposed to a day, which is meant whole. */
const isInstant = (bound: string | undefined): bound is string => bound?.includes("T") ?? false;

const typesTitled = (words: string): NotificationType[] =>
  notificationTypeNames.filter((name) => definitionOf(name).title.toLowerCase().includes(words.toLowerCase()));

async function withWords(ctx: Ctx, rows: RowOf<typeof stored>[]): Promise<Notification[]> {
  const tell = await ctx.gateways.words.inApp();
  return rows.map(({ payload, ...row }) => ({ ...row, ...tell(row.type, withPlace(ctx, row.type, payload)) }));
}

/** One of the caller's own. Throws NOTIFICATION_NOT_FOUND. */
export async function getNotification(ctx: Ctx, id: string): Promise<Notification> {
  const rows = await many(
    ctx,
    stored,
    sql`select ${columns} from notifications n where n.id = ${id} and n.user_id = ${callerId(ctx, "user_id")}`,
  );
  const [own] = await withWords(ctx, rows);
  if (!own) throw notFound("NOTIFICATION_NOT_FOUND");
  return own;
}

/** How many the caller has not read. */
export async function countUnread(ctx: Ctx): Promise<number> {
  const who: SQL = callerId(ctx, "user_id");
  const row = await maybeOne(
    ctx,
    () => z.object({ count: z.int() }),
    sql`select count(*)::int as count from notifications n where n.user_id = ${who} and n.read_at is null`,
  );
  return row?.count ?? 0;
}
