import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { notification } from "../../../contract/entities/notification.ts";
import { definitionOf, type NotificationType, notificationTypeNames } from "../../../contract/notification-types.ts";
import { notFound } from "../../../contract/errors.ts";
import type { ListQuery } from "../../../contract/paging.ts";
import { currentUserId } from "../../current-user.ts";
import type { ReadCtx } from "../../context.ts";
import { whereInDays, type Page, readPage } from "../../listing.ts";
import { selectFields } from "../../select-of.ts";
import { maybeOne, toTimestamp, type RowOf, many, texts } from "../../sql.ts";
import { type MailTexts, readChangedTexts } from "../mail-texts/changed-texts.ts";
import { withPageUrl } from "../place.ts";

type Range = { gte?: string | undefined; lte?: string | undefined };
export type NotificationFilter = ListQuery & {
  is_read?: boolean | undefined;
  type?: NotificationType | undefined;
  "created_at[gte]"?: string | undefined;
  "created_at[lte]"?: string | undefined;
  created_at?: Range | undefined;
};

const { title: _title, markdown: _markdown, ...ownShape } = notification.shape;
const storedShape = { ...ownShape, payload: z.record(z.string(), z.unknown()) };
const storedRow = () => z.object(storedShape);

/** `link` leads to the subject of the notification, on our site or a carrier's. */
export type Notification = z.output<typeof notification> & { link: { label: string; url: string } | undefined };

const columns = selectFields(storedShape, "n");

const searchText = sql`concat_ws(
  ' ',
  n.payload ->> 'order_number', n.payload ->> 'po_number', n.payload ->> 'invoice_number',
  n.payload -> 'product' ->> 'name', n.payload ->> 'version',
  n.payload ->> 'device_name', n.payload ->> 'device_serial', n.payload ->> 'tracking_number',
  n.payload ->> 'subject', n.payload ->> 'message'
)`;

/** Unread notifications come first by default. Titles and texts are rendered from the stored payload. */
export async function listNotifications(ctx: ReadCtx, query: NotificationFilter): Promise<Page<Notification>> {
  const { is_read, type, created_at } = query;
  const gte = query["created_at[gte]"] ?? created_at?.gte;
  const lte = query["created_at[lte]"] ?? created_at?.lte;
  const [page, changedTexts] = await Promise.all([
    readPage(ctx, query, {
      shape: storedRow,
      columns,
      from: sql`notifications n`,
      isOwn: true,
      where: [
        sql`n.user_id = ${currentUserId(ctx)}`,
        is_read !== undefined && sql`(n.read_at is not null) = ${is_read}`,
        type && sql`n.type = ${type}`,
        ...(isInstant(gte)
          ? [sql`n.created_at >= ${toTimestamp(Date.parse(gte))}`]
          : whereInDays(ctx, createdAt, [gte, undefined])),
        ...(isInstant(lte)
          ? [sql`n.created_at <= ${toTimestamp(Date.parse(lte))}`]
          : whereInDays(ctx, createdAt, [undefined, lte])),
      ],
      text: searchText,
      searchIn: (matches) => sql`(${matches} or n.type = any(${texts(typesByTitle(query.search ?? ""))}))`,
      sorts: { unread: sql`(n.read_at is null)` },
      alias: "n",
    }),
    readChangedTexts(ctx),
  ]);
  return { ...page, data: await renderAll(ctx, page.data, changedTexts) };
}

const createdAt = sql`n.created_at`;
/** A bound without a time is a whole day. */
const isInstant = (bound: string | undefined): bound is string => bound?.includes("T") ?? false;

const typesByTitle = (part: string): NotificationType[] =>
  notificationTypeNames.filter((name) => definitionOf(name).title.toLowerCase().includes(part.toLowerCase()));

async function renderAll(
  ctx: ReadCtx,
  rows: RowOf<typeof storedRow>[],
  changedTexts: MailTexts,
): Promise<Notification[]> {
  const render = await ctx.gateways.notificationTexts.inApp(changedTexts);
  return rows.map(({ payload, ...row }) => ({ ...row, ...render(row.type, withPageUrl(ctx, row.type, payload)) }));
}

export async function getNotification(ctx: ReadCtx, id: string): Promise<Notification> {
  const [rows, changedTexts] = await Promise.all([
    many(
      ctx,
      storedRow,
      sql`select ${columns} from notifications n where n.id = ${id} and n.user_id = ${currentUserId(ctx)}`,
    ),
    readChangedTexts(ctx),
  ]);
  const [ownNotification] = await renderAll(ctx, rows, changedTexts);
  if (!ownNotification) throw notFound("NOTIFICATION_NOT_FOUND");
  return ownNotification;
}

export async function countUnread(ctx: ReadCtx): Promise<number> {
  const userId: SQL = currentUserId(ctx);
  const row = await maybeOne(
    ctx,
    () => z.object({ count: z.int() }),
    sql`select count(*)::int as count from notifications n where n.user_id = ${userId} and n.read_at is null`,
  );
  return row?.count ?? 0;
}
