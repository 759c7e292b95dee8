import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A sample as a file nobody handed in yet. */
export function freshFilm(name: string): Buffer {
  return fresh(readFileSync(new URL(`../../shared/samples/video/${name}`, import.meta.url)))
}

/** A film as a file nobody handed in yet: a file is taken once, and a box that players skip makes it another. */
export function fresh(film: Buffer): Buffer {
  const box = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('free', 'latin1'), randomBytes(16)])
  return Buffer.concat([film, box])
}
