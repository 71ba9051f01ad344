import { type ComponentType, createContext, useContext } from "react";
import { JsonScript } from "./raw-tags.tsx";

type Area = "account" | "store" | "portal" | "admin" | "design";
export type IslandName = `${Area}/${string}`;

type StylesheetName = "account" | "admin" | "docs" | "site";

/** What the page that is being rendered placed so far; the renderer reads it to decide which scripts the page needs. */
export type Placed = {
  nonce_id: string;
  names: IslandName[];
  stylesheet: StylesheetName;
  /** Scripts that stand alone: islands/lists.ts, islands/reference.ts, islands/buttons.ts and islands/console.ts. */
  plain_scripts: Set<"lists" | "reference" | "buttons" | "console">;
  /** Whether errors of the page are reported, by islands/errors.ts, if the page loads a script at all. */
  reports_errors: boolean;
};
export const PlacedIslands = createContext<Placed>({
  nonce_id: "",
  names: [],
  stylesheet: "site",
  plain_scripts: new Set(),
  reports_errors: false,
});

/** Places an island on a page: its HTML now, its script later. `name` is its file under `islands/` without the ending. */
export function Island<P extends object>(spec: { name: IslandName; of: ComponentType<P>; props: P }) {
  const placed = useContext(PlacedIslands);
  const id = `props-${placed.nonce_id}-${placed.names.push(spec.name)}`;
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

/** Said by a layout whose pages need another stylesheet than the site's. */
export function useStylesheet(name: StylesheetName): void {
  useContext(PlacedIslands).stylesheet = name;
}

/** Stands in a list that has keys, or boxes to select rows by: the page loads islands/lists.ts. */
export function ListScript(): null {
  useContext(PlacedIslands).plain_scripts.add("lists");
  return null;
}

/** Stands beside examples of code, which are copied: the page loads islands/reference.ts. */
export function ExampleScript(): null {
  useContext(PlacedIslands).plain_scripts.add("reference");
  return null;
}

/** Stands in the header of the console, whose search has keys and suggestions: the page loads islands/console.ts. */
export function ConsoleScript(): null {
  useContext(PlacedIslands).plain_scripts.add("console");
  return null;
}

/** Stands beside a button that copies or prints, and minutes that run: the page loads islands/buttons.ts. */
export function ButtonScript(): null {
  useContext(PlacedIslands).plain_scripts.add("buttons");
  return null;
}

/** Stands in what surrounds the pages of people who are signed in: errors of their browsers are reported. */
export function ErrorReports(): null {
  useContext(PlacedIslands).reports_errors = true;
  return null;
}
