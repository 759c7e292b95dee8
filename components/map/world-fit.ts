/** Pixels of the world at zoom 0, as in MapLibre. */
export const worldPixels = 512

/** Our views of the whole world are centred at about 25° north. At this multiple of the height, the map reaches beyond no pole. */
export const worldHeightTimes = 1.2

/** The zoom at which the world fills a map once. A map that zooms out further would show the same places twice, or void. */
export function leastZoom({ width, height }: { width: number; height: number }): number {
  return Math.max(0, Math.log2(Math.max(width, height * worldHeightTimes, 1) / worldPixels))
}
