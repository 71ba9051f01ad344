import { type ComponentType, createContext, useContext } from "react";
import { JsonScript } from "./raw-tags.tsx";

type Area = "account" | "store" | "portal" | "admin" | "design";
export type IslandName = `${Area}/${string}`;

type StylesheetName = "account" | "admin" | "docs" | "site";

/** Islands and scripts placed while rendering the page; the renderer links the required scripts. */
export type PageAssets = {
  nonce_id: string;
  names: IslandName[];
  stylesheet: StylesheetName;
  /** Scripts without an island: islands/lists.ts, islands/reference.ts, islands/buttons.ts and islands/console.ts. */
  plain_scripts: Set<"lists" | "reference" | "buttons" | "console">;
  /** Whether islands/errors.ts reports the page's errors; only if the page loads a script at all. */
  reports_errors: boolean;
};
export const PageAssetsContext = createContext<PageAssets>({
  nonce_id: "",
  names: [],
  stylesheet: "site",
  plain_scripts: new Set(),
  reports_errors: false,
});

/** Renders an island and schedules its script. `name` is its file under `islands/` without the extension. */
export function Island<P extends object>(spec: { name: IslandName; of: ComponentType<P>; props: P }) {
  const assets = useContext(PageAssetsContext);
  const id = `props-${assets.nonce_id}-${assets.names.push(spec.name)}`;
  const Content = spec.of;
  return (
    <>
      <div data-island={spec.name} data-props={id}>
        <Content {...spec.props} />
      </div>
      <JsonScript id={id} data={spec.props} />
    </>
  );
}

/** Selects another stylesheet than the site's. */
export function useStylesheet(name: StylesheetName): void {
  useContext(PageAssetsContext).stylesheet = name;
}

/** Loads islands/lists.ts: keyboard shortcuts and row selection. */
export function ListScript(): null {
  useContext(PageAssetsContext).plain_scripts.add("lists");
  return null;
}

/** Loads islands/reference.ts: copy buttons of code examples. */
export function ExampleScript(): null {
  useContext(PageAssetsContext).plain_scripts.add("reference");
  return null;
}

/** Loads islands/console.ts: shortcuts and suggestions of the console search. */
export function ConsoleScript(): null {
  useContext(PageAssetsContext).plain_scripts.add("console");
  return null;
}

/** Loads islands/buttons.ts: copy and print buttons, and countdowns. */
export function ButtonScript(): null {
  useContext(PageAssetsContext).plain_scripts.add("buttons");
  return null;
}

/** Reports browser errors of signed-in users. */
export function ErrorReports(): null {
  useContext(PageAssetsContext).reports_errors = true;
  return null;
}
