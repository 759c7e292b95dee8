import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellAt } from '#lib/domain/geo/geohash'
import { signerList } from '#lib/domain/proof/credential-settings'
import {
  aiText,
  credentialLine,
  credentialMeaning,
  credentialSentence,
  editsText,
} from '#lib/domain/proof/credential-words'
import {
  type Credentials,
  credentialStates,
  credentialsOf,
  noCredentials,
  notValidated,
  readCredentials,
} from '#lib/domain/proof/credentials'

type Part = {
  failure?: string[]
  success?: string[]
  state?: string
  manifest?: object
  manifests?: object
  list?: string
}

function storeOf({
  failure = [],
  success = [],
  state = 'Trusted',
  manifest = {},
  manifests = {},
  list = signerList,
}: Part = {}) {
  return {
    active_manifest: 'one',
    manifests: {
      one: {
        claim_version: 2,
        claim_generator_info: [{ name: 'Program', version: '2.0' }],
        signature_info: { issuer: 'Signer', time: '2026-05-01T10:00:00+00:00' },
        ...manifest,
      },
      ...manifests,
    },
    validation_state: state,
    validation_results: {
      activeManifest: {
        success: [
          ...['claimSignature.validated', ...success].map((code) => ({ code })),
          { code: 'signingCredential.trusted', explanation: `found in [${list}] trust anchors` },
        ],
        failure: failure.map((code) => ({ code })),
      },
    },
  }
}

const exif = (data: object, created = true) => ({ label: 'stds.exif', data, created })
const actions = (...list: object[]) => ({ label: 'c2pa.actions.v2', data: { actions: list }, created: true })
const sources = 'http://cv.iptc.org/newscodes/digitalsourcetype'
const ai = `${sources}/trainedAlgorithmicMedia`
const shot = actions({ action: 'c2pa.created', digitalSourceType: `${sources}/digitalCapture` })

describe('the state', () => {
  test.each([
    { store: storeOf(), state: 'trusted' },
    { store: storeOf({ list: 'cairn:time-stamps' }), state: 'untrusted' },
    { store: storeOf({ state: 'Valid', failure: ['signingCredential.untrusted'] }), state: 'untrusted' },
    {
      store: storeOf({ state: 'Invalid', failure: ['assertion.dataHash.mismatch'] }),
      state: 'does_not_match',
    },
    {
      store: storeOf({
        state: 'Invalid',
        failure: ['signingCredential.untrusted', 'assertion.bmffHash.mismatch'],
      }),
      state: 'does_not_match',
    },
    {
      store: storeOf({ state: 'Invalid', failure: ['claimSignature.mismatch'] }),
      state: 'could_not_validate',
    },
    {
      store: storeOf({ state: 'Invalid', failure: ['signingCredential.expired'] }),
      state: 'could_not_validate',
    },
    {
      store: storeOf({
        state: 'Invalid',
        failure: ['assertion.dataHash.mismatch', 'signingCredential.revoked'],
      }),
      state: 'could_not_validate',
    },
    { store: storeOf({ state: 'Invalid' }), state: 'could_not_validate' },
    { store: storeOf({ state: 'SomethingNew' }), state: 'could_not_validate' },
    { store: {}, state: 'could_not_validate' },
  ])('is $state for its codes', ({ store, state }) => {
    expect(readCredentials(store).state).toBe(state)
  })

  test('a file without a manifest has the state `none`; any other error means that it could not be validated', async () => {
    const failing = (message: string) => () => Promise.reject(message)
    expect(await credentialsOf(failing('C2pa(JumbfNotFound)'))).toEqual(noCredentials)
    expect(await credentialsOf(failing('C2pa(RemoteManifestUrl("https://example.com"))'))).toEqual(
      notValidated,
    )
    expect(await credentialsOf(async () => 'no JSON')).toEqual(notValidated)
  })

  test('no verdict says that somebody tampered with the file', () => {
    const said = credentialStates.flatMap((state) => {
      const verdict: Credentials = { ...noCredentials, state }
      return [credentialSentence(verdict), credentialMeaning(verdict) ?? '', credentialLine(verdict)]
    })
    expect(said.join(' ')).not.toMatch(/tamper|fake|forg|manipulat/i)
  })
})

describe('claims', () => {
  const place = { 'exif:GPSLatitude': '43,46.1234N', 'exif:GPSLongitude': '11,15.5678E' }
  const time = { 'exif:DateTimeOriginal': '2026:05:01 12:00:00', 'exif:OffsetTimeOriginal': '+02:00' }
  const seconds = Date.parse('2026-05-01T10:00:00Z') / 1_000
  const claimed = (part: Part) => {
    const { cell, capturedAt } = readCredentials(storeOf(part))
    return { cell, capturedAt }
  }
  const nothing = { cell: null, capturedAt: null }
  const cell = cellAt(43 + 46.1234 / 60, 11 + 15.5678 / 60)

  test('place and time of a trusted signer are taken', () => {
    expect(claimed({ manifest: { assertions: [shot, exif({ ...place, ...time })] } })).toEqual({
      cell,
      capturedAt: seconds,
    })
  })

  test('without a time in the metadata, the time of creation counts', () => {
    const created = actions({ ...shot.data.actions[0], when: '2026-05-01T10:00:00Z' })
    expect(claimed({ manifest: { assertions: [created] } })).toEqual({ cell: null, capturedAt: seconds })
  })

  test.each([
    { what: 'an untrusted signer', part: { state: 'Valid', failure: ['signingCredential.untrusted'] } },
    {
      what: 'a file that does not match',
      part: { state: 'Invalid', failure: ['assertion.dataHash.mismatch'] },
    },
    {
      what: 'a signature that is not valid',
      part: { state: 'Invalid', failure: ['claimSignature.mismatch'] },
    },
  ])('$what claims nothing', ({ part }) => {
    expect(claimed({ ...part, manifest: { assertions: [shot, exif({ ...place, ...time })] } })).toEqual(
      nothing,
    )
  })

  test('only claims that the signer answers for are read', () => {
    expect(claimed({ manifest: { assertions: [shot, exif({ ...place, ...time }, false)] } })).toEqual(nothing)
  })

  test.each([
    { what: 'an edited file', made: actions({ action: 'c2pa.opened' }, { action: 'c2pa.edited.metadata' }) },
    {
      what: 'a file that was made from others',
      made: actions({ action: 'c2pa.created', digitalSourceType: `${sources}/composite` }),
    },
    { what: 'a file of unknown origin', made: actions({ action: 'c2pa.created' }) },
    { what: 'a capture that the signer only passes on', made: { ...shot, created: false } },
  ])('$what claims nothing, although its signer is trusted', ({ made }) => {
    const manifest = { assertions: [made, exif({ ...place, ...time })] }
    expect(readCredentials(storeOf({ manifest })).state).toBe('trusted')
    expect(claimed({ manifest })).toEqual(nothing)
  })

  test('a picture of a generative model was taken nowhere', () => {
    const made = actions({ action: 'c2pa.created', digitalSourceType: ai, when: '2026-05-01T10:00:00Z' })
    expect(claimed({ manifest: { assertions: [made, exif({ ...place, ...time })] } })).toEqual(nothing)
  })

  test('a void fix is no place, and contradicting clocks are no time', () => {
    expect(
      claimed({ manifest: { assertions: [shot, exif({ ...place, 'exif:GPSStatus': 'V', ...time })] } }),
    ).toEqual({ cell: null, capturedAt: seconds })
    const clocks = { ...place, ...time, 'exif:GPSTimeStamp': '2026-04-01T10:00:00Z' }
    expect(claimed({ manifest: { assertions: [shot, exif(clocks)] } })).toEqual({ cell, capturedAt: null })
  })
})

describe('what is told', () => {
  test('the camera comes before the program', () => {
    const camera = exif({ 'tiff:Make': 'Leica', 'tiff:Model': 'M11' })
    expect(readCredentials(storeOf({ manifest: { assertions: [camera] } })).generator).toBe('Leica M11')
    expect(readCredentials(storeOf()).generator).toBe('Program 2.0')
  })

  test('the time of signing needs a trusted time stamp', () => {
    expect(readCredentials(storeOf()).signedAt).toBeNull()
    expect(readCredentials(storeOf({ success: ['timeStamp.validated'] })).signedAt).toBeNull()
    expect(readCredentials(storeOf({ success: ['timeStamp.trusted'] })).signedAt).toBe(
      Date.parse('2026-05-01T10:00:00Z') / 1_000,
    )
  })

  test('changes are told as words, also those before the last program, each once', () => {
    const one = {
      assertions: [actions({ action: 'c2pa.opened' }, { action: 'c2pa.cropped' }, { action: 'com.x.y' })],
      ingredients: [{ active_manifest: 'two', relationship: 'parentOf' }],
    }
    const two = {
      assertions: [actions({ action: 'c2pa.color_adjustments' }, { action: 'c2pa.cropped' })],
      ingredients: [{ active_manifest: 'one', relationship: 'parentOf' }],
    }
    const found = readCredentials(storeOf({ manifest: one, manifests: { two } }))
    expect(editsText(found)).toBe('cropped, colours adjusted, other changes')
  })

  test('the use of a generative model is told, also in a part of the picture', () => {
    const made = { assertions: [actions({ action: 'c2pa.created', digitalSourceType: ai })] }
    expect(aiText(readCredentials(storeOf({ manifest: made })))).toBe('Declared as made by AI')
    const part = { ingredients: [{ active_manifest: 'two', relationship: 'componentOf' }] }
    expect(aiText(readCredentials(storeOf({ manifest: part, manifests: { two: made } })))).toBe(
      'Declared as partly made by AI',
    )
    expect(aiText(readCredentials(storeOf()))).toBeUndefined()
  })

  test('names from files become one short line without bidirectional control characters', () => {
    const signature_info = { issuer: `Evil\u202e\n${'x'.repeat(5_000)}` }
    const { signer } = readCredentials(storeOf({ manifest: { signature_info } }))
    expect(signer).toMatch(/^Evil x{75}$/)
  })
})

describe('for any manifest', () => {
  const keys = fc.oneof(
    fc.constantFrom(
      ...[
        'active_manifest',
        'manifests',
        'assertions',
        'actions',
        'label',
        'data',
        'ingredients',
        '__proto__',
      ],
      ...[
        'signature_info',
        'claim_generator_info',
        'validation_results',
        'activeManifest',
        'success',
        'failure',
      ],
      ...['one', 'relationship', 'digitalSourceType', 'exif:GPSLatitude', 'exif:DateTimeOriginal', 'code'],
    ),
    fc.string(),
  )
  const { json } = fc.letrec((tie) => ({
    json: fc.oneof(
      { maxDepth: 6 },
      fc.constantFrom(
        'one',
        'Trusted',
        'c2pa.created',
        'stds.exif',
        'claimSignature.validated',
        null,
        true,
        7,
      ),
      fc.string(),
      fc.array(tie('json'), { maxLength: 5 }),
      fc.dictionary(keys, tie('json'), { maxKeys: 8 }),
    ),
  }))

  test('there is a verdict, and only a trusted one claims a place or a time', () => {
    fc.assert(
      fc.property(json, (value) => {
        for (const store of [value, storeOf({ manifest: value as object, manifests: { two: value } })]) {
          const found = readCredentials(store)
          expect(credentialStates).toContain(found.state)
          if (found.state !== 'trusted') expect([found.cell, found.capturedAt]).toEqual([null, null])
          expect(JSON.stringify(found).length).toBeLessThan(2_000)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('no exact coordinate of it is in the verdict or in what is said of it', () => {
    const minutes = fc
      .integer({ min: 1_000_000, max: 5_999_999 })
      .map((value) => (value / 100_000).toFixed(5))
    fc.assert(
      fc.property(minutes, minutes, fc.integer({ min: 10, max: 80 }), (north, east, degrees) => {
        const text = `${degrees}.${north.replace('.', '')} ${degrees}.${east.replace('.', '')}`
        const place = {
          'exif:GPSLatitude': `${degrees},${north}N`,
          'exif:GPSLongitude': `${degrees},${east}E`,
          'tiff:Model': `Camera ${text}`,
        }
        const manifest = {
          title: text,
          signature_info: { issuer: `Signer ${text}` },
          claim_generator_info: [{ name: text }],
          assertions: [shot, exif(place), actions({ action: `c2pa.${text}`, parameters: place })],
        }
        const found = readCredentials(storeOf({ manifest }))
        expect(found.cell).not.toBeNull()
        const said = JSON.stringify(found) + credentialLine(found)
        for (const part of [north, east, north.replace('.', ''), east.replace('.', '')])
          expect(said).not.toContain(part)
      }),
    )
  })
})
