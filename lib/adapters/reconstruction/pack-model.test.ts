import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readZip } from '#testing/read-zip'
import { smallGlb } from '#testing/small-glb'
import { type Manifest, packModel } from './pack-model.ts'

const lineage = { captureSha256: 'ab'.repeat(32), submissionId: 'sub_1', bountyId: 'bty_1' }
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

let out: string
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), 'cairn-pack-'))
  writeFileSync(join(out, 'model.glb'), smallGlb())
})
afterEach(() => rmSync(out, { recursive: true }))

function addPackage(): void {
  mkdirSync(join(out, 'package/frames'), { recursive: true })
  writeFileSync(join(out, 'package/points.ply'), 'ply')
  writeFileSync(join(out, 'package/frames/0001.jpg'), 'picture')
  writeFileSync(join(out, 'engine.json'), '{"name":"other","settings":{"steps":7}}')
}

describe('a packed model', () => {
  test('lists every file of the archive, and the film', async () => {
    addPackage()
    const { zip, manifestSha256 } = await packModel({ out, lineage })
    const files = await readZip(zip)
    const manifest = JSON.parse(files.get('manifest.json')!.toString()) as Manifest
    expect(sha256(files.get('manifest.json')!)).toBe(manifestSha256)
    expect(manifest).toMatchObject({
      capture: { sha256: lineage.captureSha256 },
      submission_id: 'sub_1',
      bounty_id: 'bty_1',
      engine: { name: 'other', settings: { steps: 7 } },
    })
    files.delete('manifest.json')
    expect(manifest.files).toEqual(
      [...files].map(([path, bytes]) => ({ path, bytes: bytes.length, sha256: sha256(bytes) })),
    )
    expect([...files.keys()]).toEqual(['model.glb', 'frames/0001.jpg', 'points.ply'])
  })

  test('is the same archive, byte for byte, when the files are the same', async () => {
    addPackage()
    const { zip, ...first } = await packModel({ out, lineage })
    const before = readFileSync(zip)
    writeFileSync(join(out, 'package/points.ply'), 'ply')
    expect(await packModel({ out, lineage })).toEqual({ zip, ...first })
    expect(readFileSync(zip).equals(before)).toBe(true)
  })

  test('may be only the model, without engine.json', async () => {
    const { zip } = await packModel({ out, lineage })
    const files = await readZip(zip)
    expect([...files.keys()]).toEqual(['manifest.json', 'model.glb'])
    expect(JSON.parse(files.get('manifest.json')!.toString())).toMatchObject({ engine: {} })
  })

  test('never contains the target of a symbolic link', async () => {
    addPackage()
    symlinkSync('/etc/passwd', join(out, 'package/frames/0002.jpg'))
    await expect(packModel({ out, lineage })).rejects.toThrow('not a regular file')
    rmSync(join(out, 'package'), { recursive: true })
    symlinkSync('/etc', join(out, 'package'))
    await expect(packModel({ out, lineage })).rejects.toThrow('not a folder')
  })

  test('contains only one manifest', async () => {
    addPackage()
    writeFileSync(join(out, 'package/manifest.json'), '{}')
    await expect(packModel({ out, lineage })).rejects.toThrow('a reserved name')
  })

  test('is refused when engine.json is not a JSON object', async () => {
    writeFileSync(join(out, 'engine.json'), '[1]')
    await expect(packModel({ out, lineage })).rejects.toThrow('not a JSON object')
    writeFileSync(join(out, 'engine.json'), 'fast')
    await expect(packModel({ out, lineage })).rejects.toThrow('not a JSON object')
    rmSync(join(out, 'engine.json'))
    symlinkSync('/etc/hostname', join(out, 'engine.json'))
    await expect(packModel({ out, lineage })).rejects.toThrow('not a regular file')
  })
})
