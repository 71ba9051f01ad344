import { useContext } from "react";
import { readImagePath } from "../../contract/image-path.ts";
import { ImageOrigins } from "../image-origins.tsx";
import { isAllowedImage } from "./image-address.ts";
import { smallDrawing } from "./small-drawing.ts";

type PictureProps = {
  src: string | null;
  /** Empty if the product's name is next to the picture: screen readers would read the name twice. */
  alt: string;
  is_late?: boolean;
  /** Phones get the drawing for small sizes, if there is one. */
  is_small_on_phones?: true;
};

export function Picture({ src, alt, is_late, is_small_on_phones }: PictureProps) {
  const origins = useContext(ImageOrigins);
  if (!isAllowedImage(src, origins)) return <span className="picture none" />;
  const small = is_small_on_phones && smallDrawing(src);
  const picture = (
    <img
      className="picture"
      src={src}
      alt={alt}
      {...sizeOf(src)}
      loading={is_late ? "lazy" : undefined}
      decoding="async"
      // do not disclose the page to other hosts
      referrerPolicy={src.startsWith("/") ? undefined : "no-referrer"}
    />
  );
  if (!small || small === src) return picture;
  return (
    <picture>
      <source srcSet={small} media="(max-width: 639px)" width="48" height="48" />
      {picture}
    </picture>
  );
}

function sizeOf(src: string): { width: number; height: number } {
  const { width, height } = readImagePath(src) ?? { width: 640, height: 480 };
  return { width, height };
}

export function Thumbnail({ src, alt = "", size = 48 }: { src: string | null; alt?: string; size?: 36 | 48 | 64 }) {
  const origins = useContext(ImageOrigins);
  const address = smallDrawing(src);
  if (!isAllowedImage(address, origins)) return <span className={`thumbnail s${size} none`} />;
  return (
    <img
      className={`thumbnail s${size}`}
      src={address}
      alt={alt}
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      referrerPolicy={address.startsWith("/") ? undefined : "no-referrer"}
    />
  );
}

/** In letters; a longer name may be cut after two lines (table.css), so its title repeats it. */
const nameMax = 24;

export function NameWithPicture({ src, name }: { src: string | null; name: string }) {
  return (
    <span className="pictured">
      <Thumbnail src={src} size={36} />
      <span title={name.length > nameMax ? name : undefined}>{name}</span>
    </span>
  );
}
