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

/** The values of a `meta` box by their names in its `keys` box (QuickTime File Format, metadata). */
export function readNamed(view: DataView, meta: MovieBox): Record<string, string> {
  // In MP4, unlike QuickTime, four bytes of version and flags come first.
  const starts = [meta.from, meta.from + 4]
  const boxes =
    starts.map((from) => within(view, { ...meta, from })).find((inner) => inner.some(isKeys)) ?? []
  const keys = boxes.find(isKeys)
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

function isKeys({ type }: MovieBox): boolean {
  return type === 'keys'
}

export function boxText(view: DataView, from: number, to: number): string {
  const length = Math.max(0, Math.min(to, view.byteLength) - from)
  return new TextDecoder('latin1').decode(new Uint8Array(view.buffer, view.byteOffset + from, length))
}
