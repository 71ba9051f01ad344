/** `from` is left of `to`, except in a cycle. */
export type Edge = { from: string; to: string };
export type PlacedNode = { id: string; column: number; row: number };

/**
 * Assigns columns from left to right, each node right of its predecessors and near its neighbors (Sugiyama's layers
 * with barycenters). Edges that close a cycle are ignored, because only a graph without cycles has longest paths.
 */
export function layOut(ids: readonly string[], edges: readonly Edge[]): PlacedNode[] {
  const forward = withoutCycles(ids, edges);
  const columns = assignColumns(ids, forward);
  const layers: string[][] = [];
  for (const id of ids) (layers[columns.get(id) ?? 0] ??= []).push(id);
  for (let sweep = 0; sweep < 4; sweep += 1) orderLayers(layers, forward, sweep % 2 === 0);
  return layers.flatMap((layer, column) => layer.map((id, row) => ({ id, column, row })));
}

/** Without recursion, because graphs may be deep. */
function withoutCycles(ids: readonly string[], edges: readonly Edge[]): Edge[] {
  const outgoingEdges = new Map<string, Edge[]>();
  for (const edge of edges) outgoingEdges.set(edge.from, [...(outgoingEdges.get(edge.from) ?? []), edge]);
  const state = new Map<string, "open" | "done">();
  const acyclicEdges: Edge[] = [];
  for (const start of ids) {
    if (state.has(start)) continue;
    const path: { id: string; next: number }[] = [{ id: start, next: 0 }];
    state.set(start, "open");
    for (let at = path.at(-1); at; at = path.at(-1)) {
      const edge = outgoingEdges.get(at.id)?.[at.next];
      at.next += 1;
      if (!edge) {
        state.set(at.id, "done");
        path.pop();
      } else if (state.get(edge.to) !== "open") {
        acyclicEdges.push(edge);
        if (!state.has(edge.to)) {
          state.set(edge.to, "open");
          path.push({ id: edge.to, next: 0 });
        }
      }
    }
  }
  return acyclicEdges;
}

/** A node's column is the length of the longest path from a root to the node. */
function assignColumns(ids: readonly string[], edges: readonly Edge[]): Map<string, number> {
  const columns = new Map(ids.map((id) => [id, 0]));
  const openPredecessors = new Map(ids.map((id) => [id, edges.filter(({ to }) => to === id).length]));
  const readyIds = ids.filter((id) => openPredecessors.get(id) === 0);
  for (let id = readyIds.shift(); id !== undefined; id = readyIds.shift()) {
    for (const { to } of edges.filter(({ from }) => from === id)) {
      columns.set(to, Math.max(columns.get(to) ?? 0, (columns.get(id) ?? 0) + 1));
      openPredecessors.set(to, (openPredecessors.get(to) ?? 0) - 1);
      if (openPredecessors.get(to) === 0) readyIds.push(to);
    }
  }
  return columns;
}

function orderLayers(layers: string[][], edges: readonly Edge[], isForward: boolean): void {
  const rows = new Map(layers.flatMap((layer) => layer.map((id, row) => [id, row] as const)));
  for (const layer of isForward ? layers : layers.toReversed()) {
    const middle = (id: string): number => {
      const beside = edges.flatMap(({ from, to }) => (isForward ? (to === id ? [from] : []) : from === id ? [to] : []));
      if (beside.length === 0) return rows.get(id) ?? 0;
      return beside.reduce((sum, each) => sum + (rows.get(each) ?? 0), 0) / beside.length;
    };
    const middles = new Map(layer.map((id) => [id, middle(id)]));
    layer.sort((one, other) => (middles.get(one) ?? 0) - (middles.get(other) ?? 0));
    for (const [row, id] of layer.entries()) rows.set(id, row);
  }
}
