import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { smallSplats } from '#testing/small-splats'
import { checkSplats } from './check-splats.ts'

const folder = mkdtempSync(join(tmpdir(), 'cairn-splats-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const written = (bytes: Uint8Array) => {
  files += 1
  const path = join(folder, `${files}.spz`)
  writeFileSync(path, bytes)
  return path
}
const data = gunzipSync(smallSplats())
const changed = (change: (bytes: Buffer) => void) => {
  const bytes = Buffer.from(data)
  change(bytes)
  return written(gzipSync(bytes))
}

describe('the Gaussian splat of an engine', () => {
  test('passes when it is whole', async () => {
    await expect(checkSplats(written(smallSplats()))).resolves.toBeUndefined()
  })

  // Bytes of one splat by the description of the format: position, opacity, colour, scale and rotation; then the harmonics.
  test.each([
    { version: 1, own: 6 + 1 + 3 + 3 + 3 },
    { version: 2, own: 9 + 1 + 3 + 3 + 3 },
    { version: 3, own: 9 + 1 + 3 + 3 + 4 },
  ])(
    'of version $version passes at its exact length with each degree of harmonics',
    async ({ version, own }) => {
      for (const [degree, coefficients] of [0, 3, 8, 15].entries()) {
        const length = 16 + 7 * (own + 3 * coefficients)
        const ofLength = (bytes: number) => {
          const file = Buffer.alloc(bytes)
          file.write('NGSP', 0, 'latin1')
          file.writeUInt32LE(version, 4)
          file.writeUInt32LE(7, 8)
          file.writeUInt8(degree, 12)
          return checkSplats(written(gzipSync(file)))
        }
        await expect(ofLength(length)).resolves.toBeUndefined()
        await expect(ofLength(length - 1)).rejects.toThrow('ends too early')
        await expect(ofLength(length + 1)).rejects.toThrow('more data')
      }
    },
  )

  test('is refused at any other length than its header declares', async () => {
    const lengths = fc.integer({ min: 0, max: 2 * data.length }).filter((length) => length !== data.length)
    await fc.assert(
      fc.asyncProperty(lengths, async (length) => {
        const other = Buffer.concat([data, Buffer.alloc(data.length)]).subarray(0, length)
        await expect(checkSplats(written(gzipSync(other)))).rejects.toThrow(/ends too early|more data/)
      }),
      { numRuns: 40 },
    )
  })

  test('is refused when its compressed data are cut off or missing', async () => {
    const whole = smallSplats()
    await expect(checkSplats(written(whole.subarray(0, whole.length - 9)))).rejects.toThrow('unexpected end')
    await expect(checkSplats(written(Buffer.alloc(0)))).rejects.toThrow('unexpected end')
    await expect(checkSplats(written(data))).rejects.toThrow('incorrect header')
    await expect(checkSplats(written(gzipSync('<html>not found</html>')))).rejects.toThrow('not an SPZ file')
  })

  test('is refused in another version, without splats, and with too many of them', async () => {
    await expect(checkSplats(changed((bytes) => bytes.writeUInt32LE(4, 4)))).rejects.toThrow('SPZ version 4')
    await expect(checkSplats(changed((bytes) => bytes.writeUInt8(4, 12)))).rejects.toThrow('degree 4')
    await expect(checkSplats(changed((bytes) => bytes.writeUInt32LE(0, 8)))).rejects.toThrow('0 splats')
    await expect(checkSplats(changed((bytes) => bytes.writeUInt32LE(2 ** 31, 8)))).rejects.toThrow(
      'splats; 1',
    )
  })

  test('is refused when it is a symbolic link or a folder', async () => {
    const link = join(folder, 'link.spz')
    symlinkSync(written(smallSplats()), link)
    await expect(checkSplats(link)).rejects.toThrow('not a regular file')
    await expect(checkSplats(folder)).rejects.toThrow('not a regular file')
  })
})
