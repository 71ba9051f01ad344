import { press, type Screen } from "./screen.ts";

const widths = [1440, 390];
const inLight = { widths: [1440], schemes: ["light"] } as const;

export const designScreens: Screen[] = [
  { name: "design", path: "/design", widths },
  { name: "list", path: "/design/list", widths },
  { name: "form", path: "/design/form", widths },
  ...["results", "none", "empty"].map((show): Screen => ({
    name: `list-${show}`,
    path: `/design/list?show=${show}`,
    ...inLight,
  })),
  { name: "menu", path: "/design/list", widths, open: press(".menu > button") },
  { name: "dialog", path: "/design", widths: [800], schemes: ["light"], open: press("[popovertarget=ask]") },
  { name: "bulk", path: "/design/list", ...inLight, open: press("tbody [type=checkbox]") },
];
