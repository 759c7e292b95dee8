import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { smallGlb } from '../../sandbox/testing/small-glb.ts'
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

describe('a model an engine left', () => {
  test('passes when it is one', async () => {
    await expect(checkGlb(written(smallGlb()))).resolves.toBeUndefined()
  })

  test('is refused when it is none, or but half of one', async () => {
    const whole = smallGlb()
    await expect(checkGlb(written(Buffer.from('<html>not found</html>')))).rejects.toThrow('no GLB file')
    await expect(checkGlb(written(Buffer.alloc(0)))).rejects.toThrow('no GLB file')
    await expect(checkGlb(written(whole.subarray(0, whole.length - 1)))).rejects.toThrow('its length')
    await expect(checkGlb(changed((bytes) => bytes.writeUInt32LE(1, 4)))).rejects.toThrow('version 2')
    await expect(checkGlb(changed((bytes) => bytes.writeUInt32LE(0xffffffff, 12)))).rejects.toThrow(
      'description',
    )
    await expect(checkGlb(changed((bytes) => bytes.write('BIN\0', 16)))).rejects.toThrow('description')
  })

  test('is refused when it shows nothing', async () => {
    await expect(checkGlb(written(smallGlb({ asset: { version: '2.0' }, meshes: [] })))).rejects.toThrow(
      'no mesh',
    )
    await expect(checkGlb(changed((bytes) => bytes.write('}', 20)))).rejects.toThrow('no mesh')
  })

  test('is refused when it is a link to another file, or not there', async () => {
    const link = join(folder, 'link.glb')
    symlinkSync(written(smallGlb()), link)
    await expect(checkGlb(link)).rejects.toThrow('not there')
    await expect(checkGlb(join(folder, 'none.glb'))).rejects.toThrow('not there')
    await expect(checkGlb(folder)).rejects.toThrow('not there')
  })
})
