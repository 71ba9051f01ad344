import { type DragEvent, type FormEvent, useEffect, useRef, useState } from "react";
import type {
  deleteProductImage,
  orderProductImages,
  updateProductImage,
} from "../../worker/contract/v1/admin/product-images.ts";
import { call } from "../lib/api.ts";
import { PictureItem } from "./pictures/picture-item.tsx";
import type { EditablePicture } from "./pictures/shown-picture.ts";
import { uploadPicture } from "./pictures/upload-picture.ts";

type PicturesProps = {
  product_id: string;
  product_name: string;
  pictures: EditablePicture[];
  count_max: number;
  bytes_max: number;
  types: string;
  upload_href: string;
  order_href: string;
  text_href: string;
  delete_href: string;
};

type PendingUpload = { key: number; name: string; percent: number; problem?: string };

const path = "/v1/admin/products/{product_id}/images" as const;

/** Every action has a plain form, which works without script; script adds dragging and uploads of several files. */
export default function ProductPictures(props: PicturesProps) {
  const { product_id, product_name, upload_href, order_href, types, count_max, bytes_max } = props;
  const [pictures, setPictures] = useState(props.pictures);
  const [sending, setSending] = useState<PendingUpload[]>([]);
  const [message, setMessage] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isOver, setIsOver] = useState(false);
  const [isReady, setIsReady] = useState(false);
  const [draggedAddress, setDragged] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const nextKey = useRef(0);
  const queue = useRef(Promise.resolve());
  useEffect(() => setIsReady(true), []);

  const displayedPictures = pictures.filter((each) => each.is_shown);
  const hiddenPictures = pictures.filter((each) => !each.is_shown);

  /** Uploads one file after the other, so that the pictures have the order of the files. */
  function uploadFiles(files: readonly File[]): void {
    setProblem(undefined);
    for (const file of files) {
      const key = (nextKey.current += 1);
      const updateUpload = (next: Partial<PendingUpload>) =>
        setSending((all) => all.map((each) => (each.key === key ? { ...each, ...next } : each)));
      setSending((all) => [...all, { key, name: file.name, percent: 0 }]);
      queue.current = queue.current.then(async () => {
        const outcome = await uploadPicture(file, {
          product_id,
          bytes_max,
          onProgress: (percent) => updateUpload({ percent }),
        });
        if (!outcome.ok) return updateUpload({ problem: outcome.message });
        const { image } = outcome;
        setSending((all) => all.filter((each) => each.key !== key));
        setPictures((all) => [
          ...all.filter(({ address }) => address !== image.address),
          { ...image, can_be_drawn: true },
        ]);
        setMessage(`${file.name} is uploaded.`);
      });
    }
  }

  async function reorderPictures(orderedPictures: EditablePicture[]): Promise<void> {
    const previousPictures = pictures;
    setPictures(
      [...orderedPictures, ...pictures.filter((each) => !orderedPictures.includes(each))].map((each) =>
        toDisplayed(each, orderedPictures),
      ),
    );
    const images = orderedPictures.map(({ id, address }) => id ?? address);
    const outcome = await call<typeof orderProductImages>(
      { method: "PUT", path, status: 200 },
      { params: { product_id }, body: { images } },
    );
    setProblem(outcome.ok ? undefined : outcome.message);
    if (outcome.ok) setMessage("The pictures are in their new order.");
    else setPictures(previousPictures);
  }

  const moveTo = (picture: EditablePicture, place: number) =>
    reorderPictures(displayedPictures.filter((each) => each !== picture).toSpliced(place, 0, picture));

  async function saveAltText(picture: EditablePicture, alt_text: string): Promise<void> {
    const outcome = await call<typeof updateProductImage>(
      { method: "PUT", path: `${path}/{image_id}`, status: 200 },
      { params: { product_id, image_id: picture.id ?? "" }, body: { alt_text } },
    );
    setProblem(outcome.ok ? undefined : outcome.message);
    if (!outcome.ok) return;
    setMessage("The alternative text is saved.");
    setPictures((all) => all.map((each) => (each.address === picture.address ? { ...each, alt_text } : each)));
  }

  async function remove(picture: EditablePicture): Promise<void> {
    const outcome = await call<typeof deleteProductImage>(
      { method: "DELETE", path: `${path}/{image_id}`, status: 200 },
      { params: { product_id, image_id: picture.id ?? "" } },
    );
    setProblem(outcome.ok ? undefined : outcome.message);
    if (!outcome.ok) return;
    setMessage("The picture is deleted.");
    setPictures((all) => all.filter(({ address }) => address !== picture.address));
  }

  function onDrop(event: DragEvent): void {
    const files = [...event.dataTransfer.files];
    setIsOver(false);
    if (files.length === 0) return;
    event.preventDefault();
    uploadFiles(files);
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    uploadFiles([...(input.current?.files ?? [])]);
    if (input.current) input.current.value = "";
  }

  const renderItem = (picture: EditablePicture, place: number) => (
    <PictureItem
      key={picture.address}
      picture={picture}
      product_name={product_name}
      place={place}
      order_href={order_href}
      isReady={isReady}
      images={displayedPictures.map(({ id, address }) => id ?? address)}
      text_href={props.text_href.replace("IMAGE", picture.id ?? "")}
      delete_href={props.delete_href.replace("IMAGE", picture.id ?? "")}
      isDragged={draggedAddress === picture.address}
      onMove={(to) => moveTo(picture, to)}
      onDescribe={(text) => saveAltText(picture, text)}
      onDelete={() => remove(picture)}
      onDrag={setDragged}
      onDropHere={() => {
        const moved = displayedPictures.find(({ address }) => address === draggedAddress);
        if (moved && moved !== picture) void moveTo(moved, place);
      }}
    />
  );

  return (
    <div
      className={isOver ? "card pictures over" : "card pictures"}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      {problem && (
        <div className="notice danger" role="alert">
          {problem}
        </div>
      )}
      {displayedPictures.length === 0 ? (
        <p className="small">This product has no pictures yet.</p>
      ) : (
        <ol className="picture-items" aria-label="Pictures in their order">
          {displayedPictures.map(renderItem)}
        </ol>
      )}
      {hiddenPictures.length > 0 && (
        <>
          <h3>Not shown</h3>
          <ol className="picture-items" aria-label="Pictures that are not shown">
            {hiddenPictures.map((picture) => renderItem(picture, -1))}
          </ol>
        </>
      )}
      {sending.length > 0 && (
        <ul className="picture-uploads" aria-label="Uploads">
          {sending.map(({ key, name, percent, problem: uploadProblem }) => (
            <li key={key}>
              <span>{name}</span>
              {uploadProblem === undefined ? (
                <progress max={100} value={percent} aria-label={`Uploading ${name}`} />
              ) : (
                <span className="problem" role="alert">
                  {uploadProblem}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {displayedPictures.length < count_max ? (
        <form
          method="post"
          action={upload_href}
          encType="multipart/form-data"
          className="picture-form"
          onSubmit={onSubmit}
        >
          <label htmlFor="picture-file">{isReady ? "Add pictures" : "Add a picture"}</label>
          <input
            type="file"
            id="picture-file"
            name="file"
            accept={types}
            required
            multiple={isReady}
            ref={input}
            aria-describedby="picture-hint"
          />
          <button className="button quiet">Upload</button>
          <p className="small" id="picture-hint">
            {isReady && "Or drop files here. "}PNG, JPEG, WebP or AVIF, at most 5 MiB and 40 megapixels each. Location
            and other metadata are removed.
          </p>
        </form>
      ) : (
        <p className="small">It has {count_max} pictures, and no more can be added.</p>
      )}
      <p className="unseen" role="status">
        {message}
      </p>
    </div>
  );
}

const toDisplayed = (picture: EditablePicture, next: readonly EditablePicture[]): EditablePicture =>
  next.includes(picture) ? { ...picture, is_shown: true } : picture;
