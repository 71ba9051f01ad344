type Point = {
  label: string;
  value: number;
  href?: string;
};
type PlotProps = {
  title: string;
  points: readonly Point[];
  format?: (value: number) => string;
  last_words?: string;
  /** The last value is of a time that goes on, so its line is dashed. */
  is_last_running?: boolean;
};

/** The drawing scales; texts are outside, so that they are never stretched. */
const [width, height, edge] = [480, 80, 8];

function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return [1, 1.5, 2, 3, 4, 6, 8, 10].map((step) => step * power).find((step) => step >= value) ?? 1;
}

/** A line chart whose table is the text alternative, visible to everyone if values have links. */
export function Plot({
  title,
  points,
  format = (value) => value.toLocaleString("en-US"),
  last_words,
  is_last_running = false,
}: PlotProps) {
  const values = points.map(({ value }) => value);
  const most = roundUp(Math.max(0, ...values));
  const lowest = Math.min(0, ...values);
  const least = lowest < 0 ? -roundUp(-lowest) : 0;
  const x = (index: number) =>
    points.length > 1 ? (index / (points.length - 1)) * (width - 2 * edge) + edge : width / 2;
  const y = (value: number) => height - edge - ((value - least) / (most - least)) * (height - 2 * edge);
  const places = points.map(({ value }, index) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`);
  const line = places.join("L");
  const past = is_last_running ? places.slice(0, -1) : places;
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return <p className="small">{title}: nothing yet.</p>;
  return (
    <figure className="plot">
      <figcaption>
        {title}{" "}
        <b>
          <Value point={last} format={format} />
        </b>{" "}
        <small>{last_words ?? last.label}</small>
      </figcaption>
      <span className="plot-most" aria-hidden="true">
        {format(most)}
      </span>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}, ${points.length} values; the table has them`}
      >
        <path className="grid" d={`M0 ${y(0).toFixed(1)}H${width}M0 ${y(most)}H${width}`} />
        <path className="area" d={`M${x(0)} ${y(0)}L${line}L${x(points.length - 1)} ${y(0)}Z`} />
        {past.length > 0 && <path className="line" d={`M${past.join("L")}`} />}
        {is_last_running && <path className="line running" d={`M${places.slice(-2).join("L")}`} />}
        <path className="dot" d={`M${x(points.length - 1)} ${y(last.value)}h0`} />
      </svg>
      <span className="plot-ends" aria-hidden="true">
        <span>{first.label}</span>
        {points.length > 1 && <span>{last.label}</span>}
      </span>
      {last.href ? (
        <details>
          <summary>{`${title}, all ${points.length} values`}</summary>
          <Values title={title} points={points} format={format} />
        </details>
      ) : (
        // A block around the table: a table keeps the height of its rows, which would lengthen the page.
        <div className="unseen">
          <Values title={title} points={points} format={format} />
        </div>
      )}
    </figure>
  );
}

const Value = ({ point: { value, href }, format }: { point: Point; format: (value: number) => string }) =>
  href ? <a href={href}>{format(value)}</a> : <>{format(value)}</>;

type ValuesProps = Required<Omit<PlotProps, "last_words" | "is_last_running">>;

const Values = ({ title, points, format }: ValuesProps) => (
  <table>
    <caption className="unseen">{title}</caption>
    <tbody>
      {points.map((point, index) => (
        <tr key={`${point.label} ${index}`}>
          <th scope="row">{point.label}</th>
          <td>
            <Value point={point} format={format} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
