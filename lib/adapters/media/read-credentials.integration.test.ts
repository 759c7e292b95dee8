import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCredentials } from '#lib/adapters/media/read-credentials'
import { cellToGeohash } from '#lib/domain/geo/geohash'
import type { TrustAnchors } from '#lib/domain/proof/credential-settings'
import { credentialSamples } from '#testing/credential-samples'
import { createSigner } from '#testing/sign-credentials'

const samples = join(import.meta.dirname, '../../../../shared/samples')
const folder = mkdtempSync(join(tmpdir(), 'cairn-credentials-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let signer: Awaited<ReturnType<typeof createSigner>>
beforeAll(async () => {
  signer = await createSigner()
})

const place = { 'exif:GPSLatitude': '43,46.1234567N', 'exif:GPSLongitude': '11,15.5678901E' }
const captured = (tags: object = {}) => ({
  claim_generator_info: [{ name: 'Field Camera', version: '1.2' }],
  title: '43.768724 11.259465.jpg',
  assertions: [
    {
      label: 'c2pa.actions.v2',
      data: {
        actions: [
          {
            action: 'c2pa.created',
            when: '2026-05-01T10:00:05Z',
            digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture',
          },
        ],
      },
      created: true,
    },
    {
      label: 'c2pa.metadata',
      kind: 'Json',
      created: true,
      data: {
        '@context': { exif: 'http://ns.adobe.com/exif/1.0/', tiff: 'http://ns.adobe.com/tiff/1.0/' },
        'tiff:Make': 'Cairn',
        'tiff:Model': 'C1',
        ...tags,
      },
    },
  ],
})

async function read(files: Record<string, Uint8Array | string>, anchors?: TrustAnchors) {
  for (const [name, file] of Object.entries(files))
    if (typeof file === 'string') copyFileSync(join(samples, file), join(folder, name))
    else writeFileSync(join(folder, name), file)
  return readCredentials({ folder, names: Object.keys(files), ...(anchors && { anchors }) })
}

test('each sample gets the verdict of the table in its folder, and is reported with its signer, time, program and changes', async () => {
  const expected = credentialSamples()
  const names = [...expected.keys()]
  const films = {
    signed: 'video/c2pa/video1.mp4',
    changed: 'video/c2pa/tampered.mp4',
    plain: 'video/qc/p240.mp4',
    hostile: 'video/hostile/random.mp4',
  }
  const found = await read({ ...Object.fromEntries(names.map((name) => [name, `c2pa/${name}`])), ...films })
  expect(new Map(names.map((name) => [name, found.get(name)?.state]))).toEqual(expected)
  const states = Object.keys(films).map((name) => found.get(name)?.state)
  expect(states).toEqual(['untrusted', 'does_not_match', 'none', 'none'])
  expect(found.get('adobe-20220124-CA.jpg')).toEqual({
    state: 'untrusted',
    signer: 'C2PA Test Signing Cert',
    signedAt: Date.parse('2023-01-24T14:48:56Z') / 1_000,
    generator: 'make test images 0.16.1',
    aiUse: null,
    edits: ['colours'],
    capturedAt: null,
    cell: null,
  })
})

test('a film of a signer on the trust list has the claims of its manifest, in a cell and no finer; with a changed byte it has none', async () => {
  const bytes = readFileSync(join(samples, 'video/qc/p240.mp4'))
  const tags = { ...place, 'exif:DateTimeOriginal': '2026-05-01T12:00:00+02:00' }
  const film = await signer.sign({ bytes, mediaType: 'video/mp4', manifest: captured(tags) })
  const changed = Buffer.from(film)
  changed[changed.length - 100]! ^= 1
  const both = await read({ film, changed }, signer.anchors)
  expect(both.get('changed')).toMatchObject({ state: 'does_not_match', capturedAt: null, cell: null })
  const found = both.get('film')!
  expect(found).toEqual({
    state: 'trusted',
    signer: 'Cairn Cameras',
    signedAt: null,
    generator: 'Cairn C1',
    aiUse: null,
    edits: [],
    capturedAt: Date.parse('2026-05-01T10:00:00Z') / 1_000,
    cell: expect.any(Number),
  })
  expect(cellToGeohash(found.cell!)).toBe('srb0bp')
  expect(JSON.stringify(found)).not.toMatch(/46\.12|15\.56|43\.76|11\.25/)
})

test('the same film is not trusted by the official list, and claims nothing', async () => {
  const bytes = readFileSync(join(samples, 'c2pa/adobe-20220124-A.jpg'))
  const photo = await signer.sign({ bytes, mediaType: 'image/jpeg', manifest: captured(place) })
  const found = (await read({ photo })).get('photo')
  expect(found).toMatchObject({ state: 'untrusted', signer: 'Cairn Cameras', capturedAt: null, cell: null })
})

test('an authority that may only sign time stamps is no trusted signer', { tags: 'thorough' }, async () => {
  const bytes = readFileSync(join(samples, 'c2pa/adobe-20220124-A.jpg'))
  const photo = await signer.sign({ bytes, mediaType: 'image/jpeg', manifest: captured(place) })
  const { signers } = (await createSigner('Somebody else')).anchors
  const found = await read({ photo }, { signers, timeStamps: signer.anchors.signers })
  expect(found.get('photo')).toMatchObject({ state: 'untrusted', capturedAt: null, cell: null })
})

test('a film of 500 MB is validated in pieces, within the memory of the sandbox', {
  tags: 'thorough',
}, async () => {
  const bytes = readFileSync(join(samples, 'video/c2pa/video1.mp4'))
  const box = Buffer.from([0x1d, 0xcd, 0x65, 0x00, ...Buffer.from('free')])
  writeFileSync(join(folder, 'large'), Buffer.concat([bytes, box]))
  truncateSync(join(folder, 'large'), bytes.length + box.readUInt32BE(0))
  const found = await readCredentials({ folder, names: ['large'] })
  // Bytes added after signing are not covered by the signature.
  expect(found.get('large')?.state).toBe('does_not_match')
})

test('a file that ends the program could not be validated, and the others are', async () => {
  copyFileSync(join(samples, 'c2pa/adobe-20220124-C.jpg'), join(folder, 'good'))
  rmSync(join(folder, 'bad'), { force: true, recursive: true })
  mkdirSync(join(folder, 'bad'))
  const found = await readCredentials({ folder, names: ['bad', 'good'] })
  expect(found.get('bad')?.state).toBe('could_not_validate')
  expect(found.get('good')?.state).toBe('untrusted')
})
