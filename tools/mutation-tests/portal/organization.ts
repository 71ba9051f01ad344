import type { Mutant } from "../mutant.ts";

const activity = "worker/domain/platform/audit/list-activity.ts";
const manage = "worker/domain/people/accounts/manage-users.ts";
const notify = "worker/domain/notifications/notify.ts";

/** Issue 11: people, notices, mails, activity, buying again, signing out. */
export const organizationMutants: Mutant[] = [
  {
    name: "one marks the notices of others as read",
    edits: [
      {
        file: "worker/domain/notifications/inbox/mark-notifications.ts",
        from: "where n.user_id = ${user_id} and ${which}),",
        to: "where ${which}),",
      },
      {
        file: "worker/domain/notifications/inbox/mark-notifications.ts",
        from: "where n.id in (select id from mine) and n.user_id = ${user_id} and (n.read_at",
        to: "where n.id in (select id from mine) and (n.read_at",
      },
    ],
    tests: "v1/client/notifications.test.ts",
    title: "several, or all, are marked at once, and nobody else's",
  },
  {
    name: "what was read elsewhere is still counted by the bell",
    edits: [
      {
        file: "worker/domain/notifications/inbox/list-notifications.ts",
        from: "where n.user_id = ${who} and n.read_at is null`",
        to: "where n.user_id = ${who}`",
      },
    ],
    tests: "http/pages/home.test.ts",
    title: "unread notifications are counted",
  },
  {
    name: "a mail scanner that opens the link unsubscribes",
    edits: [
      {
        file: "routes/account/unsubscribe.tsx",
        from: "({ ...(await findSubscriber(ctx, params)), is_done: false })",
        to: "({ ...(await turnOff(ctx, params)), is_done: false })",
      },
    ],
    tests: "v1/mail/unsubscribe.test.ts",
    title: "a GET shows how it stands and changes nothing",
  },
  {
    name: "who unsubscribed gets no mail of their order either",
    edits: [
      {
        file: notify,
        from: "told.type not in (${optional})\n  or coalesce",
        to: "(told.type in (${optional}) and false)\n  or coalesce",
      },
    ],
    tests: "v1/mail/unsubscribe.test.ts",
    title: "one click turns reminders and news off; an order mail still comes",
    is_wide: true,
  },
  {
    name: "who unsubscribed gets news by mail all the same",
    edits: [{ file: notify, from: "where ${wants}\n", to: "where ${wants} or true\n" }],
    tests: "v1/mail/unsubscribe.test.ts",
    title: "one click turns reminders and news off",
    is_wide: true,
  },
  {
    name: "a link that nobody signed unsubscribes somebody",
    edits: [
      {
        file: "worker/domain/notifications/inbox/unsubscribe.ts",
        from: 'if (!(await isUnsubscribeToken(ctx.settings, user_id, token))) throw notFound("USR_NOT_FOUND");',
        to: 'if (await isUnsubscribeToken(ctx.settings, user_id, "")) throw notFound(token ? "USR_NOT_FOUND" : "USR_NOT_FOUND");',
      },
    ],
    tests: "v1/mail/unsubscribe.test.ts",
    title: "a link that nobody signed",
  },
  {
    name: "a manager reads what was done in other organizations",
    edits: [
      {
        file: activity,
        from: "sql`a.org_id = ${org_id}`,",
        to: "sql`(a.org_id = ${org_id} or a.org_id is not null)`,",
      },
    ],
    tests: "v1/client/activity.test.ts",
    title: "leaves out what is only ours",
  },
  {
    name: "everybody reads what their colleagues did",
    edits: [
      {
        file: activity,
        from: "(select 'org' = any(u.roles) from users u",
        to: "(select 'user' = any(u.roles) from users u",
      },
    ],
    tests: "v1/client/activity.test.ts",
    title: "is told to everybody else as far as they did it themselves",
  },
  {
    name: "support is told by the name of whom it acted as",
    edits: [
      {
        file: activity,
        from: "when i.id is not null then json_build_object('id', null,",
        to: "when i.id is null and p.is_active is null then json_build_object('id', null,",
      },
    ],
    tests: "v1/client/activity.test.ts",
    title: "names support that acted on somebody's behalf",
  },
  {
    name: "a quick order adds more than a cart holds",
    edits: [
      {
        file: "worker/domain/sales/carts/add-lines.ts",
        from: "s.quantity <= ${quantityMax}",
        to: "s.quantity >= 1",
      },
    ],
    tests: "http/pages/cart/cart-lines.test.ts",
    title: "what may not be added alone may not be added among others",
  },
  {
    name: "a wrong SKU is added to nothing and not told",
    edits: [
      {
        file: "worker/domain/sales/carts/add-lines.ts",
        from: 'if (!product) return "not-sold";',
        to: "if (!product) return undefined;",
      },
    ],
    tests: "http/pages/cart/quick-order.test.ts",
    title: "a SKU that nobody sells is told by its line",
  },
  {
    name: "an order is placed again and nobody says that it costs more",
    edits: [
      {
        file: "routes/portal/orders/order-again.tsx",
        from: "const more = (now.price ?? 0) - price;",
        to: "const more = 0 * price;",
      },
    ],
    tests: "e2e/portal/order-again.test.ts",
    title: "an order is placed again from its page",
    project: "browser",
  },
  {
    name: "a plan that is held is bought again by a quick order",
    edits: [
      { file: "worker/domain/sales/carts/add-lines.ts", from: 'if (product.is_held) return "plan-held";', to: "" },
    ],
    tests: "http/pages/cart/quick-order.test.ts",
    title: "a plan is offered once",
  },
  {
    name: "signing out everywhere leaves the other browsers in",
    edits: [
      {
        file: "worker/domain/identity/sessions/sessions.ts",
        from: "export const endSessions: SQL = sql`session_epoch = session_epoch + 1`;",
        to: "export const endSessions: SQL = sql`session_epoch = session_epoch + 0`;",
      },
    ],
    tests: "http/own-sessions.test.ts",
    is_wide: true,
  },
  {
    name: "a colleague who loses a role keeps their session",
    edits: [
      {
        file: manage,
        from: "session_epoch = users.session_epoch\n          + (not (target.roles @> ${given} and target.roles <@ ${given})\n            or target",
        to: "session_epoch = users.session_epoch\n          + (target",
      },
    ],
    tests: "v1/org.test.ts",
    title: "who gets and loses a role is signed out at once",
  },
  {
    name: "the last who manages an organization gives the role away",
    edits: [
      {
        file: manage,
        from: "exists (select 1 from managers m where m.id <> target.id)",
        to: "exists (select 1 from managers m)",
      },
    ],
    tests: "v1/org.test.ts",
    title: "the last who manages an organization",
  },
];
