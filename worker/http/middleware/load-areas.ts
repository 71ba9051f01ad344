import { getPath } from "hono/utils/url";
import type { RouteArea, Route } from "../app-env.ts";

/**
 * Mounts each area before its first request is routed. The contracts of all areas took a third of an isolate's start
 * and a fifth of its heap (ADR-011).
 */
export function loadAreas(areas: readonly RouteArea[], mount: (route: Route) => void) {
  let pendingAreas = areas;

  async function load(area: RouteArea): Promise<void> {
    const routes = await area.load();
    // On workerd a request must not await a promise of another request, so each loads the area by itself.
    if (!pendingAreas.includes(area)) return;
    pendingAreas = pendingAreas.filter((each) => each !== area);
    for (const route of routes) {
      if (!containsPath(area, route.path)) throw new Error(`${route.path} is not in the area ${area.under.join(", ")}`);
      mount(route);
    }
  }

  return (request: Request): Promise<void> | undefined => {
    const path = getPath(request);
    const area = pendingAreas.find((each) => containsPath(each, path));
    return area && load(area);
  };
}

const containsPath = ({ under }: RouteArea, path: string): boolean =>
  under.some((one) => path.startsWith(one) && (path.length === one.length || path[one.length] === "/"));
