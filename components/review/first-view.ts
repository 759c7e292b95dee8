/** In percent of the viewer's own distance, which leaves room around the whole ground. */
const nearest = 60
/** A window as wide as it is high needs this distance, so that the sides of the model are not cut off. */
const square = 64
/** Farther away, the model would be a speck. A narrow window may need more. */
const farthest = 100

/** The first view of a model, which fits its width into that of the box, and how far a reader may go from it. */
export function firstView(box: { clientWidth: number; clientHeight: number } | null) {
  const { clientWidth, clientHeight } = box ?? { clientWidth: 0, clientHeight: 0 }
  const isKnown = clientWidth > 0 && clientHeight > 0
  const percent = isKnown ? Math.round(Math.max(nearest, (square * clientHeight) / clientWidth)) : nearest
  return {
    orbit: `0deg 70deg ${percent}%`,
    limits: { maxCameraOrbit: `auto 180deg ${Math.max(farthest, percent)}%`, maxFieldOfView: '40deg' },
  }
}
