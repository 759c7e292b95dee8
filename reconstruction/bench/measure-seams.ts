import type { Primitive } from '@gltf-transform/core'
import sharp from 'sharp'

export type Seams = {
  /** Mean difference of red, green and blue between the two sides, grey values, weighted by length. */
  meanStep: number
  /** Share of all inner edges, by length, where the texture changes. */
  share: number
}

type Side = { uvs: readonly (readonly [number, number])[]; length: number }

/** The steps in colour where two charts of the texture meet, at the middle of each edge between them. */
export async function measureSeams(primitive: Primitive): Promise<Seams> {
  const picture = primitive.getMaterial()!.getBaseColorTexture()!.getImage()!
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const positions = primitive.getAttribute('POSITION')!.getArray()!
  const uvs = primitive.getAttribute('TEXCOORD_0')!.getArray()!
  const indices = primitive.getIndices()!.getArray()!
  const colourAt = (ends: Side['uvs'], channel: number) => {
    const [[au, av], [bu, bv]] = ends as [[number, number], [number, number]]
    const x = Math.max(0, Math.min(info.width - 1, Math.floor(((au + bu) / 2) * info.width)))
    const y = Math.max(0, Math.min(info.height - 1, Math.floor(((av + bv) / 2) * info.height)))
    return data[3 * (y * info.width + x) + channel]!
  }
  const waiting = new Map<string, Side>()
  let [seams, steps, inner] = [0, 0, 0]
  for (let at = 0; at < indices.length; at++) {
    const [a, b] = [indices[at]!, indices[at % 3 === 2 ? at - 2 : at + 1]!]
    const ends = [a, b].map((vertex) => ({
      place: [0, 1, 2].map((axis) => positions[3 * vertex + axis]!),
      uv: [uvs[2 * vertex]!, uvs[2 * vertex + 1]!] as const,
    }))
    ends.sort((one, other) => (one.place.join() < other.place.join() ? -1 : 1))
    const [from, to] = ends as [(typeof ends)[0], (typeof ends)[0]]
    const key = `${from.place.join()} ${to.place.join()}`
    const side: Side = {
      uvs: [from.uv, to.uv],
      length: Math.hypot(...from.place.map((part, axis) => part - to.place[axis]!)),
    }
    const other = waiting.get(key)
    if (!other) {
      waiting.set(key, side)
      continue
    }
    waiting.delete(key)
    inner += side.length
    if (side.uvs.every(([u, v], k) => u === other.uvs[k]![0] && v === other.uvs[k]![1])) continue
    const step = [0, 1, 2].reduce(
      (sum, channel) => sum + Math.abs(colourAt(side.uvs, channel) - colourAt(other.uvs, channel)) / 3,
      0,
    )
    seams += side.length
    steps += step * side.length
  }
  return { meanStep: steps / (seams || 1), share: seams / (inner || 1) }
}
