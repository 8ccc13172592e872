import { useEffect, useState } from "preact/hooks";
import { bytesText } from "../view/figures.js";
import { useChanges } from "../view/use_changes.js";
import { typeName } from "./mime_types.js";

// As the source of an image, an SVG runs no script and loads nothing.
function dataUrl(type, data) {
  if (type !== "image/svg+xml") return `data:${type};base64,${data.replace(/\s+/g, "")}`;
  const start = data.indexOf("<svg");
  let text = start > 0 ? data.slice(start) : data;
  if (!/^<svg[^>]*\sxmlns=/.test(text)) text = text.replace(/^<svg/, '<svg xmlns="http://www.w3.org/2000/svg"');
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
}

const extension = (type) => type.slice(6).replace("svg+xml", "svg").replace("jpeg", "jpg");

function Image({ type, address, onFailed }) {
  return (
    <figure class="image">
      <img src={address} alt={`${typeName(type)} shown by the cell`} onError={onFailed} />
      <figcaption><a class="small" href={address} download={`image.${extension(type)}`}>Save image</a></figcaption>
    </figure>
  );
}

// A large image is an artifact, which may be there only once its run has ended: until then it is asked for again.
function StoredImage({ type, artifact, bytes, cell }) {
  useChanges(cell.changes);
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!hasFailed) return undefined;
    const timer = setTimeout(() => {
      setFailed(false);
      setAttempt(attempt + 1);
    }, cell.isOver ? 300 * (attempt + 1) : 1500);
    return () => clearTimeout(timer);
  }, [hasFailed, cell.isOver]);
  if (hasFailed || attempt > 400) return <p class="note">An image of {bytesText(bytes)}{cell.isOver ? " that is not to be had." : ", there as soon as it is stored."}</p>;
  return <Image type={type} address={`/artifact/${artifact}${attempt ? `?again=${attempt}` : ""}`} onFailed={() => setFailed(true)} />;
}

export function ImageOutput({ type, data, artifact, bytes, cell }) {
  const [hasFailed, setFailed] = useState(false);
  if (artifact) return <StoredImage type={type} artifact={artifact} bytes={bytes} cell={cell} />;
  if (hasFailed) return <p class="note">An {typeName(type)} that cannot be drawn.</p>;
  return <Image type={type} address={dataUrl(type, data)} onFailed={() => setFailed(true)} />;
}
