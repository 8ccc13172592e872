import { useEffect, useState } from "preact/hooks";

// Draws the calling component anew when `source` has changed.
export function useChanges(source) {
  const [, draw] = useState(0);
  const drawn = source?.version;
  useEffect(() => {
    if (!source) return undefined;
    const end = source.listen(() => draw((count) => count + 1));
    // What changed between the drawing and now was told to nobody.
    if (source.version !== drawn) draw((count) => count + 1);
    return end;
  }, [source]);
}

// An object with stop(), for as long as the component stands and `inputs` stay the same.
export function useLifetime(make, inputs) {
  const [made, setMade] = useState(null);
  useEffect(() => {
    const object = make();
    setMade(object);
    return () => object.stop();
  }, inputs);
  return made;
}

// The time, every `every` ms while `isOn`.
export function useClock(isOn, every = 1000) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!isOn) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [isOn, every]);
  return now;
}
