/** Geohashes of four characters that cover Florence, where the demonstration declares photographs of Lund. */
const aroundFlorence = ['spzb', 'spzc', 'srb0', 'srb1']

/** True if a cell is where the demonstration declares photographs that were taken elsewhere. */
export function isInDemoFlorence(geohash: string): boolean {
  return aroundFlorence.includes(geohash.slice(0, 4))
}
