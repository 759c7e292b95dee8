import type { CSSProperties } from 'react'

/**
 * The size of a player that has the shape of its film, so that it needs no bars beside or above it: as wide as its place, and at most
 * 70 % of the window high.
 *
 * @param film in pixels as displayed; of the common shape until it is known
 */
export function filmSize({ width, height }: { width: number; height: number } = usual): CSSProperties {
  const ratio = width / height
  return { aspectRatio: ratio, width: `min(100%, ${(70 * ratio).toFixed(1)}svh)` }
}

const usual = { width: 16, height: 9 }
