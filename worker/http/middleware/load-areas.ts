import { getPath } from "hono/utils/url";
import type { Area, Route } from "../app-env.ts";

/**
 * Mounts each area before its first request is routed. All areas together took a third of an isolate's start and a
 * fifth of its heap (ADR-011).
 */
export function loadAreas(areas: readonly Area[], mount: (route: Route) => void) {
  let waiting = areas;

  async function load(area: Area): Promise<void> {
    const routes = await area.load();
    // On workerd a request must not await a promise of another request, so each loads by itself.
    if (!waiting.includes(area)) return;
    waiting = waiting.filter((each) => each !== area);
    for (const route of routes) {
      if (!holds(area, route.path)) throw new Error(`${route.path} is not in the area ${area.under.join(", ")}`);
      mount(route);
    }
  }

  /** Returns undefined if nothing must be loaded. */
  return (request: Request): Promise<void> | undefined => {
    const path = getPath(request);
    const area = waiting.find((each) => holds(each, path));
    return area && load(area);
  };
}

const holds = ({ under }: Area, path: string): boolean =>
  under.some((one) => path.startsWith(one) && (path.length === one.length || path[one.length] === "/"));
