import { useContext } from "react";
import { readImagePath } from "../../contract/image-path.ts";
import { ImageOrigins } from "../image-origins.tsx";
import { isLetIn } from "./image-address.ts";

type PictureProps = {
  src: string | null;
  /** What it shows; empty where nobody wrote that and the product's name stands beside it, which would be read twice. */
  alt: string;
  /** Pictures below the first screen wait. */
  is_late?: boolean;
};

/** A product's picture in a space of fixed proportions, also when there is none, or none that may be loaded. */
export function Picture({ src, alt, is_late }: PictureProps) {
  const origins = useContext(ImageOrigins);
  if (!isLetIn(src, origins)) return <span className="picture none" />;
  return (
    <img
      className="picture"
      src={src}
      alt={alt}
      {...sizeOf(src)}
      loading={is_late ? "lazy" : undefined}
      decoding="async"
      // another host need not know what page of ours shows its picture
      referrerPolicy={src.startsWith("/") ? undefined : "no-referrer"}
    />
  );
}

/** An uploaded picture's own size, which its address says; any other fills the space of 4 by 3 that the style keeps for it. */
function sizeOf(src: string): { width: number; height: number } {
  const { width, height } = readImagePath(src) ?? { width: 640, height: 480 };
  return { width, height };
}

/** A thing by its name, with a small picture before it; for a row of a table or a line of words. */
export function Pictured({ src, name }: { src: string | null; name: string }) {
  return (
    <span className="pictured">
      <Picture src={src} alt="" is_late />
      <span>{name}</span>
    </span>
  );
}
