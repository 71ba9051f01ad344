import { type ComponentType, createElement } from "react";
import { hydrateRoot } from "react-dom/client";

export function hydrate<P extends object>(name: string, island: ComponentType<P>): void {
  for (const root of document.querySelectorAll<HTMLElement>(`[data-island="${name}"]`)) {
    const props = document.getElementById(root.dataset.props ?? "")?.textContent;
    if (props) hydrateRoot(root, createElement(island, JSON.parse(props) as P));
  }
}
