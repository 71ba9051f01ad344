import { type ComponentType, createElement } from "react";
import { hydrateRoot } from "react-dom/client";

/** Brings every server-rendered island of this name on the page to life, with the props that the server wrote beside it. */
export function hydrate<P extends object>(name: string, island: ComponentType<P>): void {
  for (const root of document.querySelectorAll<HTMLElement>(`[data-island="${name}"]`)) {
    const props = document.getElementById(root.dataset.props ?? "")?.textContent;
    // island.tsx wrote these props for this very component
    if (props) hydrateRoot(root, createElement(island, JSON.parse(props) as P));
  }
}
