import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A variant of a sample that was not submitted yet. */
export function freshFilm(name: string): Buffer {
  return fresh(readFileSync(new URL(`../../shared/samples/video/${name}`, import.meta.url)))
}

/** A variant of a film that was not submitted yet: each file is accepted once, and a box that players skip makes it a different file. */
export function fresh(film: Buffer): Buffer {
  const box = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('free', 'latin1'), randomBytes(16)])
  return Buffer.concat([film, box])
}
