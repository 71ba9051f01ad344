import * as z from "zod/mini";
import { Field } from "../../../islands/ui/field.tsx";
import { BadRequest } from "../../../worker/contract/errors.ts";
import type { MessagesByErrcode } from "../../../worker/contract/messages.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { scheduleNotification as contract } from "../../../worker/contract/v1/admin/broadcasts.ts";
import { toStartInstant } from "../../../worker/domain/catalog/index.ts";
import { getDraft, scheduleNotification } from "../../../worker/domain/notifications/index.ts";
import type { Route } from "../../../worker/http/app-env.ts";
import type { TypedInput } from "../../../worker/http/flash.ts";
import { formPost } from "../../../worker/http/form.ts";
import type { PageRoute } from "../../../worker/http/page-spec.ts";
import { TimeText } from "../../../worker/ui/date.tsx";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { MustReadCheck, requireMustRead } from "./must-read.tsx";

type ScheduleProps = {
  id: string;
  updated_at: string;
  send_at: string | null;
  /** True if the user who set the time may no longer send the notification. */
  is_blocked: boolean;
  is_must_read: boolean;
  zone: string;
  typed: TypedInput | undefined;
};

export function Schedule({ id, updated_at, send_at, is_blocked, is_must_read, zone, typed }: ScheduleProps) {
  const { field } = buildFieldProps(typed);
  const action = hrefOf(pages.scheduleAdminNotification, { id });
  const versionField = <input type="hidden" name="updated_at" value={updated_at} />;
  return (
    <section id="schedule">
      <h2>Send later</h2>
      <div className="card">
        {send_at !== null && is_blocked && (
          <form method="post" action={action} noValidate className="schedule">
            <p>
              The time is <TimeText at={send_at} />.
            </p>
            {versionField}
            <input type="hidden" name="send_at" value={send_at} />
            {is_must_read && <MustReadCheck />}
            <button className="button" name="take_over" value="true">
              Take it over
            </button>
          </form>
        )}
        {send_at !== null && (
          <form method="post" action={action} className="schedule">
            {!is_blocked && (
              <p>
                Sent by itself on <TimeText at={send_at} /> to those who meet the conditions then.
              </p>
            )}
            {versionField}
            <button className="button quiet">Do not send it then</button>
          </form>
        )}
        <details open={typed !== undefined}>
          <summary>{send_at === null ? "Choose a time" : "Choose another time"}</summary>
          <form method="post" action={action} noValidate className="form-layout">
            {versionField}
            <div className="edit-row pair">
              <Field {...field("day")} type="date" label="Day" />
              <Field {...field("time")} type="time" label="Time" hint={`In your time zone, ${zone}.`} />
            </div>
            {is_must_read && <MustReadCheck />}
            <button className="button quiet">{send_at === null ? "Send it then" : "Change the time"}</button>
          </form>
        </details>
      </div>
    </section>
  );
}

const refusals: MessagesByErrcode = {
  OBJECT_OUTDATED: "Another user changed or sent it after you opened it, so its time was not changed.",
  NOTIFICATION_ERROR: "This notification has no recipients now, so no time was set.",
};
const formBody = z.extend(contract.body, { is_must_read: z.optional(z.boolean()) });

/** A form with neither `day` nor `take_over` removes the scheduled time. */
export const scheduleForm = (page: PageRoute): Route =>
  formPost({ ...contract, body: formBody } as const, {
    path: pages.scheduleAdminNotification,
    page,
    readFirst: (ctx, { id }) => getDraft(ctx, id),
    async complete(fields, c) {
      if (fields.has("take_over")) return;
      if (!fields.has("day")) return fields.set("send_at", "");
      const [day, time] = [fields.get("day") ?? "", fields.get("time") ?? ""];
      const at = toStartInstant(c.get("ctx"), day, time);
      if (at === undefined) {
        const path = day === "" || time !== "" ? ["day"] : ["time"];
        throw new BadRequest([{ code: "custom", path, message: "Choose the day and the time at which it is sent." }]);
      }
      fields.set("send_at", at);
    },
    async send(ctx, { params: { id }, body: { send_at, updated_at, is_must_read } }, _c, draft) {
      if (send_at !== null) requireMustRead(draft.type, is_must_read);
      await scheduleNotification(ctx, id, { send_at, updated_at });
      return id;
    },
    back: (id, c) => hrefOf(pages.adminNotification, { id: id ?? c.req.param("id") ?? "" }),
    done: (_id, typed) =>
      typed.has("take_over")
        ? "It is yours now, and is sent at its time."
        : typed.get("send_at")
          ? "The time is set."
          : "It is a draft again, and is not sent by itself.",
    refusal: ({ errcode, message }) => ({ message: (errcode && refusals[errcode]) ?? message }),
  });
