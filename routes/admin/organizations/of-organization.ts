import type { ReactNode } from "react";
import * as z from "zod/mini";
import { uuid } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { ReadCtx } from "../../../worker/domain/context.ts";
import { getOrganization, type ListedOrganization } from "../../../worker/domain/organizations/index.ts";
import type { TypedInput } from "../../../worker/http/flash.ts";

const params = z.object({ org_id: uuid() });
type RenderBelow = (organization: ListedOrganization, typed: TypedInput | undefined) => ReactNode;

/** Option `of` of `listRoutes`, for a list of one organization's records. */
export const organizationScope = (noun: string, below?: RenderBelow) => ({
  params,
  async load(ctx: ReadCtx, { org_id }: z.output<typeof params>) {
    const organization = await getOrganization(ctx, org_id);
    const { name } = organization;
    return {
      title: `${noun} of ${name}`,
      trail: [
        ["Organizations", pages.organizations],
        [name, hrefOf(pages.organization, { org_id })],
      ] as const,
      ...(below && { below: (typed: TypedInput | undefined) => below(organization, typed) }),
    };
  },
});
