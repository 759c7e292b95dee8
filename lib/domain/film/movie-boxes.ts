/** A box of an MP4 or MOV. `from` and `to` are the bounds of its content. */
export type MovieBox = { type: string; from: number; to: number }

const maxBoxes = 2_000

/** The boxes of a type directly inside another one. */
export function within(view: DataView, parent: MovieBox, type?: string): MovieBox[] {
  const boxes: MovieBox[] = []
  let at = parent.from
  while (at + 8 <= parent.to && boxes.length < maxBoxes) {
    const size = view.getUint32(at)
    const to = size === 0 ? parent.to : at + size
    if (size === 1 || (size !== 0 && size < 8) || to > parent.to) break
    boxes.push({ type: boxText(view, at + 4, at + 8), from: at + 8, to })
    at = to
  }
  return type === undefined ? boxes : boxes.filter((box) => box.type === type)
}

/**
 * The parts that describe a film: user data, `meta` boxes, and the values of QuickTime's metadata by name.
 *
 * @param movie the `moov` box without its header
 */
export function openMovie(movie: Uint8Array) {
  const view = new DataView(movie.buffer, movie.byteOffset, movie.byteLength)
  const all = { type: 'moov', from: 0, to: movie.byteLength }
  const userData = within(view, all, 'udta')
  const metas = [all, ...userData].flatMap((box) => within(view, box, 'meta'))
  const named: Record<string, string> = Object.assign({}, ...metas.map((box) => readNamed(view, box)))
  return { view, all, userData, metas, named }
}

/** The boxes inside a `meta` box that has one of the given type; empty if it has none. */
export function withinMeta(view: DataView, meta: MovieBox, type: string): MovieBox[] {
  // In MP4, unlike QuickTime, four bytes of version and flags come first.
  const readings = [meta.from, meta.from + 4].map((from) => within(view, { ...meta, from }))
  return readings.find((boxes) => boxes.some((box) => box.type === type)) ?? []
}

/** Reads QuickTime's metadata from a `meta` box: its `keys` box has the names, and its `ilst` box has the values. */
function readNamed(view: DataView, meta: MovieBox): Record<string, string> {
  const boxes = withinMeta(view, meta, 'keys')
  const keys = boxes.find(({ type }) => type === 'keys')
  const list = boxes.find(({ type }) => type === 'ilst')
  if (!keys || !list) return {}
  const names = within(view, { ...keys, from: keys.from + 8 }).map(({ from, to }) => boxText(view, from, to))
  const values: Record<string, string> = {}
  for (const item of within(view, list)) {
    const name = names[view.getUint32(item.from - 4) - 1]
    const [data] = within(view, item, 'data')
    // Four bytes of type and four of locale.
    if (name !== undefined && data) values[name] = boxText(view, data.from + 8, data.to)
  }
  return values
}

export function boxText(view: DataView, from: number, to: number): string {
  const length = Math.max(0, Math.min(to, view.byteLength) - from)
  return new TextDecoder('latin1').decode(new Uint8Array(view.buffer, view.byteOffset + from, length))
}
