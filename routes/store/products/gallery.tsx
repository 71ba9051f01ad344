import { isImageAddress } from "../../../worker/ui/figures/image-address.ts";
import { Picture } from "../../../worker/ui/figures/picture.tsx";

type GalleryProps = {
  name: string;
  images: (string | null)[];
  /** Alternative texts by URL. */
  texts: Record<string, string>;
};

/** Product pictures; radio buttons select the large one without script. On phones they form a swipeable row. */
export function Gallery({ name, images, texts }: GalleryProps) {
  const shown = images.filter(isImageAddress);
  const [only = null, second] = shown;
  if (second === undefined)
    return <div className="gallery one">{<Picture src={only} alt={texts[only ?? ""] ?? name} />}</div>;
  return (
    <fieldset className="gallery">
      <legend className="unseen">Pictures of {name}</legend>
      {shown.map((image, index) => (
        <div className="shot" key={image}>
          <label>
            <input
              type="radio"
              name="picture"
              defaultChecked={index === 0}
              aria-label={`Picture ${index + 1} of ${shown.length}`}
            />
            <Picture src={image} alt="" />
            <span aria-hidden="true">
              {index + 1} / {shown.length}
            </span>
          </label>
          <Picture src={image} alt={texts[image] ?? `${name}, picture ${index + 1}`} />
        </div>
      ))}
    </fieldset>
  );
}
