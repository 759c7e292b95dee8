import { createReadStream } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { errorMessage } from '#lib/domain/text/error-message'
import { ModelUnusable } from './check-glb.ts'

const magic = 0x5053474e
const headerBytes = 16
const maxSplats = 10_000_000
/** The bytes that one splat takes without its spherical harmonics. The key is the version of the format. */
const splatBytes: Readonly<Record<number, number>> = { 1: 16, 2: 19, 3: 20 }
/** The bytes that the spherical harmonics of one splat take. The index is their degree, 0 to 3. */
const harmonicsBytes = [0, 9, 24, 45]

/**
 * Checks that a file is a whole SPZ file, a compressed Gaussian splat: its header is valid, and it has the data of as many splats as the
 * header declares, and no more. https://github.com/nianticlabs/spz#file-format
 *
 * @throws ModelUnusable
 */
export async function checkSplats(path: string): Promise<void> {
  const unusable = (problem: string, cause?: unknown) =>
    new ModelUnusable(`${basename(path)}: ${problem}`, { cause })
  // A symbolic link could point to any file of this machine.
  const found = await lstat(path).catch(() => undefined)
  if (!found?.isFile()) throw unusable('not a regular file')
  let head = Buffer.alloc(0)
  let expected: number | undefined
  let bytes = 0
  try {
    await pipeline(createReadStream(path), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        bytes += chunk.length
        if (expected === undefined) {
          head = Buffer.concat([head, chunk])
          if (head.length >= headerBytes) expected = expectedBytes(head)
        }
        if (expected !== undefined && bytes > expected)
          throw new Error('it has more data than its header declares')
      }
    })
    if (expected === undefined || bytes < expected) throw new Error('it ends too early')
  } catch (error) {
    throw unusable(errorMessage(error), error)
  }
}

/** @returns the length of the data that the header declares */
function expectedBytes(head: Buffer): number {
  if (head.readUInt32LE(0) !== magic) throw new Error('not an SPZ file')
  const [version, count, degree] = [head.readUInt32LE(4), head.readUInt32LE(8), head.readUInt8(12)]
  const [own, harmonics] = [splatBytes[version], harmonicsBytes[degree]]
  if (own === undefined) throw new Error(`SPZ version ${version}; 1 to 3 are supported`)
  if (harmonics === undefined)
    throw new Error(`spherical harmonics of degree ${degree}; 0 to 3 are supported`)
  if (count === 0 || count > maxSplats)
    throw new Error(`it has ${count} splats; 1 to ${maxSplats} are allowed`)
  return headerBytes + count * (own + harmonics)
}
