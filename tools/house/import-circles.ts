import type { Import } from "./imports-of.ts";

export type Edge = { from: string; to: string };

/** Type-only imports count; imports of packages are left out. */
export const fileEdges = (imports: Import[], files: Iterable<string>): Edge[] => {
  const known = new Set(files);
  return imports.flatMap(({ from, target }) => (known.has(target) ? [{ from, to: target }] : []));
};

export const moduleEdges = (edges: Edge[], moduleOf: (file: string) => string): Edge[] =>
  edges.map(({ from, to }) => ({ from: moduleOf(from), to: moduleOf(to) })).filter(({ from, to }) => from !== to);

/** Cycles, as Tarjan's strongly connected components, each in alphabetical order. */
export function findCycles(edges: Edge[]): string[][] {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of edges) {
    targets.set(from, (targets.get(from) ?? new Set()).add(to));
    if (!targets.has(to)) targets.set(to, new Set());
  }
  const order = new Map<string, number>();
  const path: string[] = [];
  const cycles: string[][] = [];

  function visit(node: string): number {
    const index = order.size;
    order.set(node, index);
    path.push(node);
    let lowest = index;
    for (const neighbor of targets.get(node) ?? []) {
      if (!order.has(neighbor)) lowest = Math.min(lowest, visit(neighbor));
      else if (path.includes(neighbor)) lowest = Math.min(lowest, order.get(neighbor) ?? lowest);
    }
    if (lowest === index) {
      const cycle = path.splice(path.indexOf(node));
      if (cycle.length > 1 || targets.get(node)?.has(node)) cycles.push(cycle.toSorted());
    }
    return lowest;
  }

  for (const node of targets.keys()) if (!order.has(node)) visit(node);
  return cycles;
}
