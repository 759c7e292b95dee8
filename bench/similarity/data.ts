import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type { Sql } from '#lib/adapters/db'
import { pictureHashBytes } from '#lib/domain/film/picture-hash'
import { createRandom, type Random } from '../spatial/random.ts'

const seed = 20_261
const rowsPerChunk = 8192
/** The maximum number of pictures of a film. Consecutive pictures differ a little. */
const filmPictures = 60
/** Low frequencies of outdoor pictures are biased, because the sky is bright. This many bits of the first band are biased. */
const leaningBits = 8
const leaning = 0.8

export type StoredPicture = { sha256: Uint8Array; hash: Uint8Array }

/**
 * Fills `picture_hash` and `observation` by COPY: half of the rows are photographs with independent hashes, half are pictures of films in
 * which 4 % of the bits change from one picture to the next. The first bits are biased.
 *
 * @returns a sample of rows, spread evenly, to search for
 */
export async function copyPictures(sql: Sql, rows: number, samples: number): Promise<StoredPicture[]> {
  const random = createRandom(seed)
  const sampled: StoredPicture[] = []
  const pictures = await sql`copy picture_hash (sha256, picture, hash) from stdin (format binary)`.writable()
  const captures: Uint8Array[] = []
  await write(pictures, copyHeader)
  let hash: Uint8Array = new Uint8Array(pictureHashBytes)
  let sha256: Uint8Array = hash
  let picture = 0
  for (let from = 0; from < rows; from += rowsPerChunk) {
    const count = Math.min(rowsPerChunk, rows - from)
    const chunk = Buffer.alloc(count * pictureRowBytes)
    for (let row = 0; row < count; row++) {
      const isFilm = ((from + row) >> 7) % 2 === 1
      picture = isFilm ? (picture + 1) % filmPictures : 0
      if (picture === 0) sha256 = randomBytes(random, 32)
      if (picture === 0) captures.push(sha256)
      hash = picture === 0 ? randomPicture(random) : flipped(random, hash, 0.04)
      writePicture(chunk, row * pictureRowBytes, { sha256, picture, hash })
      if ((from + row) % Math.floor(rows / samples) === 0) sampled.push({ sha256, hash })
    }
    await write(pictures, chunk)
  }
  await end(pictures)
  await copyObservations(sql, captures)
  return sampled.slice(0, samples)
}

/** A picture that is not stored. */
export function randomPicture(random: Random): Uint8Array {
  const hash = randomBytes(random, pictureHashBytes)
  for (let bit = 0; bit < leaningBits; bit++) if (random.unit() < 2 * leaning - 1) hash[0]! |= 0x80 >> bit
  return hash
}

/** A copy of a picture with each bit flipped at the given rate. */
export function flipped(random: Random, hash: Uint8Array, rate: number): Uint8Array {
  return hash.map((byte) => {
    let changed = byte
    for (let bit = 0; bit < 8; bit++) if (random.unit() < rate) changed ^= 1 << bit
    return changed
  })
}

function randomBytes(random: Random, length: number): Uint8Array {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length; at += 4) bytes.writeUInt32LE(random.bits(), at)
  return bytes
}

async function copyObservations(sql: Sql, captures: readonly Uint8Array[]): Promise<void> {
  const sink =
    await sql`copy observation (recency, cell, tree_id, leaf_hash, sha256) from stdin (format binary)`.writable()
  await write(sink, copyHeader)
  for (let from = 0; from < captures.length; from += rowsPerChunk) {
    const part = captures.slice(from, from + rowsPerChunk)
    const chunk = Buffer.alloc(part.length * observationRowBytes)
    for (const [row, sha256] of part.entries()) writeObservation(chunk, row * observationRowBytes, sha256)
    await write(sink, chunk)
  }
  await end(sink)
}

const copyHeader = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)])
const copyEnd = Buffer.from([0xff, 0xff])
const pictureRowBytes = 2 + 3 * 4 + 32 + 4 + 4 + pictureHashBytes
const observationRowBytes = 2 + 5 * 4 + 8 + 4 + 4 + 32 + 32

function writePicture(to: Buffer, start: number, row: StoredPicture & { picture: number }): void {
  let at = to.writeInt16BE(3, start)
  at = writeBytes(to, at, row.sha256)
  at = to.writeInt32BE(row.picture, to.writeInt32BE(4, at))
  at = to.writeInt32BE(8 * pictureHashBytes, to.writeInt32BE(4 + pictureHashBytes, at))
  to.set(row.hash, at)
}

function writeObservation(to: Buffer, start: number, sha256: Uint8Array): void {
  let at = to.writeInt16BE(5, start)
  at = to.writeBigInt64BE(-1_700_000_000n, to.writeInt32BE(8, at))
  at = to.writeInt32BE(0, to.writeInt32BE(4, at))
  at = to.writeInt32BE(1, to.writeInt32BE(4, at))
  writeBytes(to, writeBytes(to, at, sha256), sha256)
}

function writeBytes(to: Buffer, at: number, bytes: Uint8Array): number {
  const start = to.writeInt32BE(bytes.length, at)
  to.set(bytes, start)
  return start + bytes.length
}

async function write(sink: Writable, chunk: Buffer): Promise<void> {
  if (!sink.write(chunk)) await once(sink, 'drain')
}

async function end(sink: Writable): Promise<void> {
  sink.end(copyEnd)
  await once(sink, 'finish')
}
