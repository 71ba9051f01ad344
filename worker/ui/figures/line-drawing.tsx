const drawings = {
  things: "M16,36 48 22l32 14v34L48 84 16 70zM16 36l32 14 32-14M48 50v34M32 29l32 14v12",
  papers: "M16,12h32l14 14v58H16zM48 12v14h14M26 42h26M26 54h26M26 66h16",
  cart: "M16,18h8l10 44h38l10-32H28M40 72a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM66 72a5 5 0 1 1 0 10 5 5 0 0 1 0-10z",
  people: "M48,16a16 16 0 1 1 0 32 16 16 0 0 1 0-32zM16 84c0-16 14-26 32-26s32 10 32 26z",
  nothing: "M42,16a26 26 0 1 1 0 52 26 26 0 0 1 0-52zM61 61l21 21M32 42h20",
} as const;

export type DrawingName = keyof typeof drawings;

export function LineDrawing({ name }: { name: DrawingName }) {
  return (
    <svg className="line-drawing" viewBox="0 0 96 96" width="96" height="96" aria-hidden="true">
      <path d={drawings[name]} fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
    </svg>
  );
}
