/** The width and height of the whole world at zoom 0, in pixels, as MapLibre draws it. */
export const worldPixels = 512

/** The world must be this many times as high as the map. Our world views are centred at about 25° north, so a smaller one would leave space beyond the pole. */
export const worldHeightTimes = 1.2

/** The zoom at which the world fills a map once. A map that zooms out further would show the same places twice, or empty space. */
export function leastZoom({ width, height }: { width: number; height: number }): number {
  return Math.max(0, Math.log2(Math.max(width, height * worldHeightTimes, 1) / worldPixels))
}
