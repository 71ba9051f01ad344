import { pages } from "../../../worker/contract/pages.ts";
import { createLabels } from "../../../worker/contract/v1/admin/shipping.ts";
import { receiveOrders } from "../../../worker/domain/fulfilment/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { type ListAction, namesOf, refusalText } from "../../bulk-action.ts";

const { access, body } = createLabels;

/** Orders that have not shipped stay as they are, and are named. */
export const receiveSelected: ListAction = {
  access,
  label: "Mark as received",
  path: pages.receiveOrders,
  question: {
    title: "Have they arrived?",
    text: "Shipped orders become received, and their buyers are told by mail. This cannot be undone.",
    confirm: "Mark as received",
  },
  routeOf: ({ page, path, noun, complete }) =>
    formPost(
      { access, body },
      {
        path: pages.receiveOrders,
        fields: { order_ids: "id" },
        send: (ctx, { body: { order_ids } }) => receiveOrders(ctx, [...new Set(order_ids)]),
        complete,
        page,
        back: (_result, c) => path + new URL(c.req.url).search,
        done: (received, typed) => resultText(received, typed),
        refusal: (refused, typed) => ({ message: refusalText(refused, typed, "order_ids", noun) }),
      },
    ),
};

function resultText(received: readonly string[], typed: URLSearchParams) {
  const others = typed.getAll("id").filter((id) => !received.includes(id));
  const sentences = [
    ...(received.length > 0 ? [`${namesOf(typed, received)} ${received.length === 1 ? "is" : "are"} received.`] : []),
    ...(others.length > 0
      ? [`${namesOf(typed, others)} ${others.length === 1 ? "was" : "were"} not shipped, or received before.`]
      : []),
  ];
  return { message: sentences.join(" "), tone: received.length > 0 ? ("success" as const) : ("danger" as const) };
}
