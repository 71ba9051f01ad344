import { type ComponentType, createContext, useContext } from "react";
import { JsonScript } from "./raw-tags.tsx";

type Area = "account" | "store" | "portal" | "admin" | "design";
export type IslandName = `${Area}/${string}`;

type StylesheetName = "account" | "admin" | "docs" | "site" | "visitors";

/** Components add the scripts and styles that they need while the page renders; the renderer then links them. */
export type PageAssets = {
  nonce_id: string;
  names: IslandName[];
  stylesheet: StylesheetName;
  /** Files of islands/ that are scripts without a component. */
  plain_scripts: Set<
    "lists" | "filters" | "forms" | "quantities" | "reference" | "buttons" | "console" | "mentions" | "search"
  >;
  palette_script: string;
  suggestions_script: string;
  /** Whether the page reports errors of scripts; only a page with a script can do so. */
  reports_errors: boolean;
};
export const PageAssetsContext = createContext<PageAssets>({
  nonce_id: "",
  names: [],
  stylesheet: "site",
  plain_scripts: new Set(),
  palette_script: "",
  suggestions_script: "",
  reports_errors: false,
});

/** `name` is the file under `islands/` without extension. */
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

export function useStylesheet(name: StylesheetName): void {
  useContext(PageAssetsContext).stylesheet = name;
}

/** For a page without a viewer that needs more styles than visitors.css has. */
export function SiteStyles(): null {
  useStylesheet("site");
  return null;
}

export function ListScript(): null {
  useContext(PageAssetsContext).plain_scripts.add("lists");
  return null;
}

export function FilterScript(): null {
  useContext(PageAssetsContext).plain_scripts.add("filters");
  return null;
}

export function FormScript(): null {
  useContext(PageAssetsContext).plain_scripts.add("forms");
  return null;
}

export function QuantityScript(): null {
  useContext(PageAssetsContext).plain_scripts.add("quantities");
  return null;
}

export function ExampleScript(): null {
  useContext(PageAssetsContext).plain_scripts.add("reference");
  return null;
}

export function ConsoleScript(): null {
  useContext(PageAssetsContext).plain_scripts.add("console");
  return null;
}

export function SearchScript(): null {
  useContext(PageAssetsContext).plain_scripts.add("search");
  return null;
}

/** islands/search.ts loads this script when the search gets the focus. */
export const useSuggestionsScript = (): string => useContext(PageAssetsContext).suggestions_script;

/** islands/console.ts loads this script when the palette is first opened. */
export const usePaletteScript = (): string => useContext(PageAssetsContext).palette_script;

export function ButtonScript(): null {
  useContext(PageAssetsContext).plain_scripts.add("buttons");
  return null;
}

export function MentionScript(): null {
  useContext(PageAssetsContext).plain_scripts.add("mentions");
  return null;
}

export function ErrorReports(): null {
  useContext(PageAssetsContext).reports_errors = true;
  return null;
}
