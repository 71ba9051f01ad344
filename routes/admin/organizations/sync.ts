import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { syncOrganization as call } from "../../../worker/contract/v1/admin/net-suite.ts";
import { syncOrganization } from "../../../worker/domain/accounting/index.ts";
import { formPost } from "../../../worker/http/form.ts";

export const organizationSyncForm = formPost(call, {
  path: pages.syncOrganization,
  send: (ctx, { params }) => syncOrganization(ctx, params.org_id),
  back: (_result, c) => hrefOf(pages.organization, { org_id: c.req.param("org_id") ?? "" }),
  done: ({ name }) => `${name} is synced from NetSuite.`,
});
