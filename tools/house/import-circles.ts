import type { Import } from "./imports-of.ts";

/** Between two files or two modules. */
export type Arrow = { from: string; to: string };

/** Without packages, with type-only imports. */
export const fileArrows = (imports: Import[], files: Iterable<string>): Arrow[] => {
  const known = new Set(files);
  return imports.flatMap(({ from, target }) => (known.has(target) ? [{ from, to: target }] : []));
};

/** Without imports inside a module. */
export const moduleArrows = (arrows: Arrow[], moduleOf: (file: string) => string): Arrow[] =>
  arrows.map(({ from, to }) => ({ from: moduleOf(from), to: moduleOf(to) })).filter(({ from, to }) => from !== to);

/** Tarjan's strongly connected components, each in alphabetical order. */
export function circlesIn(arrows: Arrow[]): string[][] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of arrows) {
    next.set(from, (next.get(from) ?? new Set()).add(to));
    if (!next.has(to)) next.set(to, new Set());
  }
  const order = new Map<string, number>();
  const path: string[] = [];
  const circles: string[][] = [];

  function visit(node: string): number {
    const index = order.size;
    order.set(node, index);
    path.push(node);
    let lowest = index;
    for (const other of next.get(node) ?? []) {
      if (!order.has(other)) lowest = Math.min(lowest, visit(other));
      else if (path.includes(other)) lowest = Math.min(lowest, order.get(other) ?? lowest);
    }
    if (lowest === index) {
      const circle = path.splice(path.indexOf(node));
      if (circle.length > 1 || next.get(node)?.has(node)) circles.push(circle.toSorted());
    }
    return lowest;
  }

  for (const node of next.keys()) if (!order.has(node)) visit(node);
  return circles;
}
