type Point = {
  label: string;
  value: number;
  /** Value of the previous period. */
  before?: number;
  href?: string;
};
type PlotProps = {
  title: string;
  points: readonly Point[];
  format?: (value: number) => string;
  last_words?: string;
  /** Names the previous period, whose lighter line is drawn if each point has a previous value. */
  before_label?: string;
  /** The last value is of an unfinished period, so its line is dashed. */
  is_last_running?: boolean;
  /** Draws the plot up to 960 px wide, for a page about its values. */
  is_wide?: boolean;
};

/**
 * Size before the drawing is stretched to its container; texts are outside the drawing, so that they are not stretched.
 */
const [width, height, edge] = [480, 80, 8];

function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return [1, 1.5, 2, 3, 4, 6, 8, 10].map((step) => step * power).find((step) => step >= value) ?? 1;
}

/** Range of the value axis. Zero is the bottom line, or above the bottom line if some values are negative. */
function computeScale(values: readonly number[]): { most: number; least: number; axis: "gains" | "losses" | "both" } {
  const [highest, lowest] = [Math.max(0, ...values), Math.min(0, ...values)];
  if (lowest === 0) return { most: roundUp(highest), least: 0, axis: "gains" };
  if (-lowest <= roundUp(highest) / 4) return { most: roundUp(highest), least: -roundUp(highest) / 4, axis: "losses" };
  const most = roundUp(Math.max(highest, -lowest));
  return { most, least: -most, axis: "both" };
}

/** The table of values is the text alternative. If the values have links, every viewer can open the table. */
export function Plot({
  title,
  points,
  format = (value) => value.toLocaleString("en-US"),
  last_words,
  before_label,
  is_last_running = false,
  is_wide = false,
}: PlotProps) {
  const values = points.map(({ value }) => value);
  const previousValues = points.flatMap(({ before }) => (before === undefined ? [] : [before]));
  const { most, least, axis } = computeScale([...values, ...previousValues]);
  const x = (index: number) =>
    points.length > 1 ? (index / (points.length - 1)) * (width - 2 * edge) + edge : width / 2;
  const y = (value: number) => height - edge - ((value - least) / (most - least)) * (height - 2 * edge);
  const toCoordinates = (numbers: readonly number[]) =>
    numbers.map((value, index) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`);
  const coordinates = toCoordinates(values);
  const axisText = (value: number) => format(value).replace(/\.00$/, "");
  const line = coordinates.join("L");
  const finishedPoints = is_last_running ? coordinates.slice(0, -1) : coordinates;
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return <p className="small">{title}: nothing yet.</p>;
  return (
    <figure className={is_wide ? "plot wide" : "plot"}>
      <figcaption>
        {title}{" "}
        <b>
          <Value point={last} format={format} />
        </b>{" "}
        <small>{last_words ?? last.label}</small>
      </figcaption>
      <div className="plot-body">
        <span className={`plot-axis ${axis}`} aria-hidden="true">
          <span>{axisText(most)}</span>
          <span>{axisText(0)}</span>
          {axis === "both" && <span>{axisText(least)}</span>}
        </span>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${title}, ${points.length} values; the table has them`}
        >
          <path className="grid" d={`M0 ${y(0).toFixed(1)}H${width}M0 ${y(most)}H${width}`} />
          <path className="area" d={`M${x(0)} ${y(0)}L${line}L${x(points.length - 1)} ${y(0)}Z`} />
          {previousValues.length === points.length && (
            <path className="line before" d={`M${toCoordinates(previousValues).join("L")}`} />
          )}
          {finishedPoints.length > 0 && <path className="line" d={`M${finishedPoints.join("L")}`} />}
          {is_last_running && <path className="line running" d={`M${coordinates.slice(-2).join("L")}`} />}
          <path className="dot" d={`M${x(points.length - 1)} ${y(last.value)}h0`} />
        </svg>
        <span className="plot-ends" aria-hidden="true">
          <span>{first.label}</span>
          {points.length > 1 && <span>{last.label}</span>}
        </span>
      </div>
      {before_label !== undefined && <p className="plot-key">{`Lighter line: ${before_label}`}</p>}
      {last.href ? (
        <details>
          <summary>{`${title}, all ${points.length} values`}</summary>
          <Values title={title} points={points} format={format} before_label={before_label} />
        </details>
      ) : (
        // A block around the table: a table keeps the height of its rows, which would lengthen the page.
        <div className="unseen">
          <Values title={title} points={points} format={format} before_label={before_label} />
        </div>
      )}
    </figure>
  );
}

const Value = ({ point: { value, href }, format }: { point: Point; format: (value: number) => string }) =>
  href ? <a href={href}>{format(value)}</a> : <>{format(value)}</>;

type ValuesProps = Required<Pick<PlotProps, "title" | "points" | "format">> & { before_label: string | undefined };

const Values = ({ title, points, format, before_label }: ValuesProps) => (
  <table>
    <caption className="unseen">{title}</caption>
    {before_label !== undefined && (
      <thead>
        <tr>
          <th scope="col">From</th>
          <th scope="col">{title}</th>
          <th scope="col">{before_label}</th>
        </tr>
      </thead>
    )}
    <tbody>
      {points.map((point, index) => (
        <tr key={`${point.label} ${index}`}>
          <th scope="row">{point.label}</th>
          <td>
            <Value point={point} format={format} />
          </td>
          {before_label !== undefined && <td>{point.before === undefined ? "" : format(point.before)}</td>}
        </tr>
      ))}
    </tbody>
  </table>
);
