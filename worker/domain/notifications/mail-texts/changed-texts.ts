import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { mailTextShape } from "../../../contract/entities/mail-template.ts";
import type { ReadCtx } from "../../context.ts";
import { one } from "../../sql.ts";

const textFields = Object.keys(mailTextShape);

/** Changed texts by the id of their template. */
export const mailTexts = z.record(z.string(), z.object(mailTextShape));

export type MailTexts = z.output<typeof mailTexts>;

export const textJson = (row: string): SQL =>
  sql.raw(`jsonb_build_object(${textFields.map((field) => `'${field}', ${row}.${field}`).join(", ")})`);

/**
 * The texts of the first attempt of outbox row `row`: a retry must be identical, or the provider refuses it as another
 * message under a used key.
 */
export const textsAtFirstAttempt = (row: string): SQL => sql`coalesce(${sql.raw(row)}.texts, (
  select coalesce(jsonb_object_agg(t.id, ${textJson("t")}), '{}')
  from mail_texts t where split_part(t.id, '.', 1) = ${sql.raw(row)}.type
))`;

export const readChangedTexts = async (ctx: ReadCtx): Promise<MailTexts> => {
  const { texts } = await one(
    ctx,
    () => z.object({ texts: mailTexts }),
    sql`select coalesce(jsonb_object_agg(t.id, ${textJson("t")}), '{}') as texts from mail_texts t`,
    () => new Error("an aggregate returned no row"),
  );
  return texts;
};
