import { Failure } from "../worker/contract/errors.ts";
import { isRequestable, type RequestablePermission } from "../worker/contract/people/role-wish.ts";
import { afterLookup, type ReadCtx } from "../worker/domain/context.ts";
import { startReading } from "../worker/domain/identity/index.ts";
import { type Helper, listHelpers } from "../worker/domain/people/index.ts";
import type { AppContext, Viewer } from "../worker/http/app-env.ts";
import { hasDatabase } from "../worker/http/on-error.ts";
import { publicSettings } from "../worker/http/public-settings.ts";
import { readCredentials, readWithSession } from "../worker/http/session.ts";
import { toViewer } from "../worker/http/viewer.ts";
import type { LayoutData } from "../worker/ui/frame/layout-data.ts";
import { loadLayout } from "./layouts.tsx";

type ProblemFrame = {
  layout: LayoutData;
  /** Set if the viewer lacks `permission`, which a role can grant. `helpers` are colleagues who manage or buy. */
  wish: { permission: RequestablePermission; helpers: Helper[] } | undefined;
};

/**
 * Header data for an error page. During an outage of the database, without credentials and during an impersonation,
 * only data that the request has already loaded is used.
 */
export async function readProblemFrame(c: AppContext, error: unknown): Promise<ProblemFrame> {
  const permission = error instanceof Failure && isRequestable(error.permission) ? error.permission : undefined;
  const settings = publicSettings(c.get("ctx").settings);
  const readFrame = async (ctx: ReadCtx, viewer: () => Promise<Viewer | null>): Promise<ProblemFrame> => {
    const [layout, helpers] = await Promise.all([
      loadLayout({ ctx, viewer, settings }),
      permission ? listHelpers(ctx, permission) : [],
    ]);
    return { layout, wish: permission && { permission, helpers } };
  };
  try {
    const isImpersonating = Boolean(c.get("viewer")?.impersonator);
    if (hasDatabase(error) && !isImpersonating && readCredentials(c)) return await readForViewer(c, readFrame);
  } catch {
    // the frame below needs no database
  }
  const viewer = c.get("viewer") ?? null;
  const layout = {
    viewer,
    admin_href: settings.admin_web_url,
    support_email: settings.support_email,
    cart_count: null,
    unread_count: 0,
    paying_cart_no: null,
    ...(viewer === null && c.req.header("cookie") !== undefined && { is_viewer_unknown: true }),
  };
  return { layout, wish: undefined };
}

async function readForViewer<T>(
  c: AppContext,
  read: (ctx: ReadCtx, viewer: () => Promise<Viewer | null>) => Promise<T>,
): Promise<T> {
  const known = c.get("viewer");
  if (known) return startReading(c.get("ctx"), (ctx) => read(ctx, async () => known));
  let viewer: Viewer | null = null;
  const { reading } = await readWithSession(c, {
    with_details: true,
    read: (ctx) =>
      read(ctx, async () => {
        await afterLookup(ctx);
        return viewer;
      }),
    admit({ found }) {
      viewer = found?.details ? toViewer(found.details) : null;
    },
  });
  return reading;
}
