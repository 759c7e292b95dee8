/** The geohashes of four characters around Florence. The demo data claims this place for photographs that were taken in Lund. */
const aroundFlorence = ['spzb', 'spzc', 'srb0', 'srb1']

/** True if the demo data may have placed a photograph of another town in this cell. */
export function isInDemoFlorence(geohash: string): boolean {
  return aroundFlorence.includes(geohash.slice(0, 4))
}

/** The first digits of the SHA-256 of the photographs of Lund that the demonstration declares in Florence. */
const declaredInFlorence =
  'aa9431fd 8c71ad54 8ee28fb1 8b1eb02d 483da3ae 5ef8e207 63b89014 f86a1ded cb5cebca 3a72b874 e1250c26 7fdfeff7 811cc946 a2d096dc'

/** True for a photograph that the demonstration shows as if taken in Florence. */
export function isDeclaredInFlorence(sha256: string): boolean {
  return declaredInFlorence.split(' ').includes(sha256.slice(0, 8))
}
