import { useEffect, useRef, useState } from "preact/hooks";

// A button whose deed cannot be undone: asks first, in a dialog.
export function ConfirmButton({ label, question, about, onConfirm, class: className = "" }) {
  const [isOpen, setOpen] = useState(false);
  const dialog = useRef(null);
  useEffect(() => {
    if (isOpen && !dialog.current.open) dialog.current.showModal();
  }, [isOpen]);
  function answer(isYes) {
    setOpen(false);
    if (isYes) onConfirm();
  }
  return (
    <>
      <button type="button" class={className} onClick={() => setOpen(true)} aria-label={`${label} ${about}`}>{label}</button>
      {isOpen && (
        <dialog ref={dialog} class="card" aria-label={`${label} ${about}`} onCancel={() => setOpen(false)}>
          <p><strong>{about}</strong></p>
          <p>{question}</p>
          <div class="buttons">
            <button type="button" onClick={() => answer(false)}>Keep</button>
            <button type="button" class="danger" onClick={() => answer(true)}>{label}</button>
          </div>
        </dialog>
      )}
    </>
  );
}
