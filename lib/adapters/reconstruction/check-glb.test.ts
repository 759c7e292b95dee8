import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { smallGlb } from '#testing/small-glb'
import { checkGlb } from './check-glb.ts'

const folder = mkdtempSync(join(tmpdir(), 'cairn-glb-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const written = (bytes: Buffer) => {
  files += 1
  const path = join(folder, `${files}.glb`)
  writeFileSync(path, bytes)
  return path
}
const changed = (change: (bytes: Buffer) => void) => {
  const bytes = smallGlb()
  change(bytes)
  return written(bytes)
}

describe('the model file of an engine', () => {
  test('passes when it is valid', async () => {
    await expect(checkGlb(written(smallGlb()))).resolves.toBeUndefined()
  })

  test('is refused when it is not a GLB file or is cut off', async () => {
    const whole = smallGlb()
    await expect(checkGlb(written(Buffer.from('<html>not found</html>')))).rejects.toThrow('not a GLB file')
    await expect(checkGlb(written(Buffer.alloc(0)))).rejects.toThrow('not a GLB file')
    await expect(checkGlb(written(whole.subarray(0, whole.length - 1)))).rejects.toThrow('the length differs')
    await expect(checkGlb(changed((bytes) => bytes.writeUInt32LE(1, 4)))).rejects.toThrow(
      'not glTF version 2',
    )
    await expect(checkGlb(changed((bytes) => bytes.writeUInt32LE(0xffffffff, 12)))).rejects.toThrow(
      'the first chunk',
    )
    await expect(checkGlb(changed((bytes) => bytes.write('BIN\0', 16)))).rejects.toThrow('the first chunk')
  })

  test('is refused without a mesh', async () => {
    await expect(checkGlb(written(smallGlb({ asset: { version: '2.0' }, meshes: [] })))).rejects.toThrow(
      'no mesh',
    )
    await expect(checkGlb(changed((bytes) => bytes.write('}', 20)))).rejects.toThrow('no mesh')
  })

  test('is refused when it is a symbolic link or missing', async () => {
    const link = join(folder, 'link.glb')
    symlinkSync(written(smallGlb()), link)
    await expect(checkGlb(link)).rejects.toThrow('missing')
    await expect(checkGlb(join(folder, 'none.glb'))).rejects.toThrow('missing')
    await expect(checkGlb(folder)).rejects.toThrow('missing')
  })
})
