import { pages } from "../../../worker/contract/pages.ts";
import { createLabels } from "../../../worker/contract/v1/admin/shipping.ts";
import { receiveOrders, undoReceiveOrders } from "../../../worker/domain/fulfilment/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { type ListAction, formatNames, refusalText, undoForm, buildUndoRoute } from "../../bulk-action.ts";

const { access, body } = createLabels;
const path = pages.receiveOrders;

/** Delay until buyers are notified, in seconds: the ten in which an undo is offered, plus page load times. */
const undoS = 15;

/** Only shipped orders are marked as received; the message names the others. */
export const receiveSelected: ListAction = {
  access,
  label: "Mark as received",
  path,
  routeOf: ({ page, path: listPath, noun, complete }) =>
    formPost(
      { access, body },
      {
        path,
        fields: { order_ids: "id" },
        async send(ctx, { body: { order_ids } }, c) {
          const received = await receiveOrders(ctx, [...new Set(order_ids)], undoS);
          return { received, undo: undoForm(path, new URL(c.req.url).search, ctx.request_id) };
        },
        complete,
        page,
        back: (_result, c) => listPath + new URL(c.req.url).search,
        done: ({ received, undo }, typed) => ({
          ...resultText(received, typed),
          ...(received.length > 0 && { form: undo }),
        }),
        refusal: (refused, typed) => ({ message: refusalText(refused, typed, "order_ids", noun) }),
      },
    ),
  undoRouteOf: buildUndoRoute(access, { path, undoRequest: undoReceiveOrders }),
};

function resultText(receivedIds: readonly string[], fields: URLSearchParams) {
  const skippedIds = fields.getAll("id").filter((id) => !receivedIds.includes(id));
  const messages = [
    ...(receivedIds.length > 0
      ? [`${formatNames(fields, receivedIds)} ${receivedIds.length === 1 ? "is" : "are"} received.`]
      : []),
    ...(skippedIds.length > 0
      ? [
          `${formatNames(fields, skippedIds)} ${skippedIds.length === 1 ? "was" : "were"} not shipped, or received before.`,
        ]
      : []),
  ];
  return { message: messages.join(" "), tone: receivedIds.length > 0 ? ("success" as const) : ("danger" as const) };
}
