import { cutToWidth } from "./cut-to-width.ts";
import { type Edge, layOut } from "./graph-layout.ts";

type Node = {
  id: string;
  label: string;
  note: string;
  href?: string;
  is_current?: boolean;
  is_wrong?: boolean;
};
type GraphProps = { title: string; nodes: readonly Node[]; edges: readonly Edge[]; verb: string };

const [width, height, gapX, gapY] = [168, 44, 48, 12];
const padding = 12;

/** The table below a graph is its text alternative. */
export function Graph({ title, nodes, edges, verb }: GraphProps) {
  const ids = nodes.map(({ id }) => id);
  const known = new Set(ids);
  const drawnEdges = edges.filter(({ from, to }) => known.has(from) && known.has(to));
  const placedNodes = new Map(layOut(ids, drawnEdges).map((place) => [place.id, place]));
  const columns = Math.max(0, ...[...placedNodes.values()].map(({ column }) => column)) + 1;
  const rows = Math.max(0, ...[...placedNodes.values()].map(({ row }) => row)) + 1;
  const x = (id: string) => 1 + (placedNodes.get(id)?.column ?? 0) * (width + gapX);
  const y = (id: string) => 1 + (placedNodes.get(id)?.row ?? 0) * (height + gapY);
  const [totalWidth, totalHeight] = [columns * (width + gapX) - gapX + 2, rows * (height + gapY) - gapY + 2];
  const nodeNames = new Map(nodes.map(({ id, label, note }) => [id, `${label} ${note}`]));
  return (
    <figure className="graph">
      <div className="graph-scroll" role="region" aria-label={title} tabIndex={0}>
        <svg
          viewBox={`0 0 ${totalWidth} ${totalHeight}`}
          width={totalWidth}
          height={totalHeight}
          role="group"
          aria-label={`${title}, drawn`}
        >
          {drawnEdges.map(({ from, to }) => (
            <path key={`${from} ${to}`} d={curve(x(from) + width, y(from) + height / 2, x(to), y(to) + height / 2)} />
          ))}
          {nodes.map((node) => (
            <Box key={node.id} node={node} x={x(node.id)} y={y(node.id)} />
          ))}
        </svg>
      </div>
      <table className="unseen">
        <caption>{title}</caption>
        <tbody>
          {drawnEdges.map(({ from, to }) => (
            <tr key={`${from} ${to}`}>
              <th scope="row">{nodeNames.get(from)}</th>
              <td>
                {verb} {nodeNames.get(to)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

const curve = (x1: number, y1: number, x2: number, y2: number): string => {
  const bend = Math.max(gapX / 2, Math.abs(x2 - x1) / 2);
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
};

function Box({ node, x, y }: { node: Node; x: number; y: number }) {
  const { label, note, href, is_current, is_wrong } = node;
  const content = (
    <>
      <title>{`${label} ${note}`}</title>
      <rect x={x} y={y} width={width} height={height} rx="6" />
      <svg x={x + padding} y={y} width={width - 2 * padding} height={height}>
        <text y="19">{cutToWidth(label, 13, width - 2 * padding)}</text>
        <text y="35" className="soft">
          {cutToWidth(note, 12, width - 2 * padding)}
        </text>
      </svg>
    </>
  );
  const boxClass = is_wrong ? "box wrong" : is_current ? "box current" : "box";
  return href && !is_current ? (
    <a className={boxClass} href={href}>
      {content}
    </a>
  ) : (
    <g className={boxClass}>{content}</g>
  );
}
