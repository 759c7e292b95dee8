import { placeToCell, xmpPosition } from '../geo/capture-place.ts'
import { errorMessage } from '../text/error-message.ts'
import { isObject, type Json } from '../text/json.ts'
import { visibleLine } from '../text/visible-text.ts'
import { findTime, parseDateTime, withoutContradiction } from './capture-time.ts'
import { signerList } from './credential-settings.ts'

// Content Credentials (C2PA): what a validator says of a file, reduced to what may be shown and stored. A manifest can hold exact
// coordinates, file names and people's names; none of them is in the result.

export const credentialStates = [
  'none',
  'trusted',
  'untrusted',
  'does_not_match',
  'could_not_validate',
] as const
type CredentialState = (typeof credentialStates)[number]

export const editKinds = [
  'cropped',
  'resized',
  'rotated',
  'trimmed',
  'colours',
  'filtered',
  'drawn',
  'combined',
  'removed',
  'sound',
  'text',
  'metadata',
  'watermarked',
  'converted',
  'other',
] as const
export type EditKind = (typeof editKinds)[number]

export const aiUses = ['generated', 'partly'] as const
type AiUse = (typeof aiUses)[number]

/** The verdict on the Content Credentials of a file. Only a trusted signer's claims of its own capture have a place and a time. */
export type Credentials = {
  state: CredentialState
  /** The organisation that the signing certificate names; `null` if the signature is not valid. */
  signer: string | null
  /** Epoch seconds of the time stamp of the signature. */
  signedAt: number | null
  /** The camera, or else the program. */
  generator: string | null
  /** The use of a generative model that the credentials declare. */
  aiUse: AiUse | null
  edits: EditKind[]
  /** Epoch seconds. When it was filmed, as the manifest claims. */
  capturedAt: number | null
  cell: number | null
}

const empty = {
  signer: null,
  signedAt: null,
  generator: null,
  aiUse: null,
  edits: [],
  capturedAt: null,
  cell: null,
}
export const noCredentials: Credentials = { ...empty, state: 'none' }
export const notValidated: Credentials = { ...empty, state: 'could_not_validate' }

/** The signed hash of the file, of a part of it or of an assertion differs from what is there. */
const mismatches = new Set([
  'assertion.dataHash.mismatch',
  'assertion.bmffHash.mismatch',
  'assertion.boxesHash.mismatch',
  'assertion.collectionHash.mismatch',
  'assertion.hashedURI.mismatch',
  'assertion.multiAssetHash.mismatch',
])
const untrusted = 'signingCredential.untrusted'

const maxItems = 1_000
const maxManifests = 100
const maxNameLength = 80

/**
 * The verdict from a manifest store as c2pa-rs reports it (`Reader.json()`). Anything unknown to it counts as `could_not_validate`.
 */
export function readCredentials(store: unknown): Credentials {
  const manifests = objectOf(objectOf(store).manifests)
  const label = textOf(objectOf(store).active_manifest)
  const active = label === undefined ? {} : objectOf(own(manifests, label))
  const state = stateOf(store)
  if (state === 'could_not_validate' || Object.keys(active).length === 0) return notValidated
  const signature = objectOf(active.signature_info)
  const assertions = assertionsOf(active)
  const metadata = assertions.filter(({ label }) => /^(stds\.exif|c2pa\.metadata)(\.|_|$)/.test(label))
  const ai = aiUseOf(manifests, active)
  const claims =
    state === 'trusted' && ai === null && isOfCamera(active)
      ? claimsOf(active, metadata)
      : { capturedAt: null, cell: null }
  return {
    state,
    signer: nameOf(signature.issuer) ?? nameOf(signature.common_name),
    signedAt: hasTimeStamp(store) ? (secondsOf(textOf(signature.time)) ?? null) : null,
    generator: cameraOf(metadata.map(({ data }) => data)) ?? programOf(active),
    aiUse: ai,
    edits: editsOf(manifests, active),
    ...claims,
  }
}

/**
 * The verdict of a file.
 *
 * @param read returns the manifest store as JSON, or throws the error of c2pa-rs
 */
export async function credentialsOf(read: () => Promise<string>): Promise<Credentials> {
  try {
    return readCredentials(JSON.parse(await read()))
  } catch (error) {
    return /\bJumbfNotFound\b/.test(errorMessage(error)) ? noCredentials : notValidated
  }
}

function stateOf(store: unknown): Exclude<CredentialState, 'none'> {
  const { validation_state: state } = objectOf(store)
  const codes = codesOf(store, 'failure')
  const failures = codes.filter((code) => code !== untrusted)
  const isSigned = codesOf(store, 'success').includes('claimSignature.validated')
  if (!isSigned) return 'could_not_validate'
  if (failures.length > 0)
    return failures.every((code) => mismatches.has(code)) ? 'does_not_match' : 'could_not_validate'
  if (state === 'Trusted' && codes.length === 0) return isOnSignerList(store) ? 'trusted' : 'untrusted'
  return state === 'Valid' && codes.includes(untrusted) ? 'untrusted' : 'could_not_validate'
}

/** False for a certificate of an authority that may only sign time stamps. The report names the list in the text of the code. */
function isOnSignerList(store: unknown): boolean {
  return resultsOf(store, 'success').some(
    ({ code, explanation }) =>
      code === 'signingCredential.trusted' && textOf(explanation)?.includes(`[${signerList}]`),
  )
}

function resultsOf(store: unknown, kind: 'success' | 'failure'): Json[] {
  const { activeManifest } = objectOf(objectOf(store).validation_results)
  return listOf(objectOf(activeManifest)[kind]).map(objectOf)
}

function codesOf(store: unknown, kind: 'success' | 'failure'): string[] {
  return resultsOf(store, kind).map(({ code }) => textOf(code) ?? '')
}

function hasTimeStamp(store: unknown): boolean {
  return codesOf(store, 'success').includes('timeStamp.trusted')
}

type Assertion = { label: string; data: Json; isOfSigner: boolean }

/** In claims of version 2, an assertion that is not marked as created was gathered, and the signer is not responsible for it. */
function assertionsOf(manifest: Json): Assertion[] {
  const isGathered = manifest.claim_version !== 1
  return listOf(manifest.assertions).map((item) => {
    const { label, data, created } = objectOf(item)
    return { label: textOf(label) ?? '', data: objectOf(data), isOfSigner: !isGathered || created === true }
  })
}

function claimsOf(active: Json, metadata: Assertion[]): Pick<Credentials, 'capturedAt' | 'cell'> {
  const tags = metadata.filter(({ isOfSigner }) => isOfSigner).map(({ data }) => data)
  const created = actionsOf(active).find(({ name, isOfSigner }) => name === 'c2pa.created' && isOfSigner)
  const time = tags.map(timeOf).find((one) => one !== null)
  const when = secondsOf(textOf(created?.when))
  const cell = tags.map(cellOf).find((one) => one !== undefined)
  return { capturedAt: time === undefined ? (when ?? null) : time.seconds, cell: cell ?? null }
}

/** @returns `seconds: null` for clocks that contradict each other */
function timeOf(tags: Json): { seconds: number | null } | null {
  const tag = (name: string) => textOf(tags[`exif:${name}`])
  const taken = tag('DateTimeOriginal')
  const withOffset = taken && `${taken}${tag('OffsetTimeOriginal') ?? ''}`
  const gps = hasFix(tags) ? secondsOf(tag('GPSTimeStamp')) : undefined
  const found = findTime([taken, withOffset, hasFix(tags) ? tag('GPSTimeStamp') : undefined])
  const time = withoutContradiction(found, taken, gps)
  if (time.kind === 'contradictory') return { seconds: null }
  return time.kind === 'instant' ? { seconds: time.seconds } : null
}

function cellOf(tags: Json): number | undefined {
  if (!hasFix(tags)) return undefined
  return placeToCell(xmpPosition(textOf(tags['exif:GPSLatitude']), textOf(tags['exif:GPSLongitude'])))
}

function hasFix(tags: Json): boolean {
  return !textOf(tags['exif:GPSStatus'])?.trim().toUpperCase().startsWith('V')
}

function cameraOf(all: Json[]): string | null {
  for (const tags of all) {
    const model = nameOf(tags['tiff:Model'] ?? tags['exif:Model'])
    const make = nameOf(tags['tiff:Make'] ?? tags['exif:Make'])
    if (model) return make && !model.toLowerCase().startsWith(make.toLowerCase()) ? `${make} ${model}` : model
  }
  return null
}

function programOf(manifest: Json): string | null {
  const [info] = listOf(manifest.claim_generator_info).map(objectOf)
  const name = nameOf(info?.name)
  if (name) return nameOf([name, textOf(info?.version)].filter(Boolean).join(' '))
  const [first = ''] = (textOf(manifest.claim_generator) ?? '').split(' ')
  return nameOf(first.replaceAll('_', ' ').replace('/', ' '))
}

type Action = { name: string; source: string | undefined; when: unknown; isOfSigner: boolean }

function actionsOf(manifest: Json): Action[] {
  return assertionsOf(manifest)
    .filter(({ label }) => /^c2pa\.actions(\.|_|$)/.test(label))
    .flatMap(({ data, isOfSigner }) =>
      listOf(data.actions).map((item) => {
        const { action, digitalSourceType, when } = objectOf(item)
        return { name: textOf(action) ?? '', source: textOf(digitalSourceType), when, isOfSigner }
      }),
    )
}

const generated = /(^|\/)trainedAlgorithmicMedia$/
const partlyGenerated = /(^|\/)compositeWithTrainedAlgorithmicMedia$/

const captured = /(^|\/)(digitalCapture|computationalCapture)$/

/**
 * True if the signer says that a camera made this very file. An editing program signs metadata that its user can write, and signs files
 * that were made from others.
 */
function isOfCamera(active: Json): boolean {
  return actionsOf(active).some(
    ({ name, source, isOfSigner }) =>
      isOfSigner && name === 'c2pa.created' && source !== undefined && captured.test(source),
  )
}

/** Reads the manifests of everything that the file was made from. */
function aiUseOf(manifests: Json, active: Json): AiUse | null {
  const own = actionsOf(active).map(({ source }) => source ?? '')
  const origins = chainOf(manifests, active, () => true).flatMap(actionsOf)
  const isGenerated = (source: string) => generated.test(source)
  if (actionsOf(active).some(({ name, source }) => name === 'c2pa.created' && isGenerated(source ?? '')))
    return 'generated'
  const sources = [...own, ...origins.map(({ source }) => source ?? '')]
  return sources.some((source) => isGenerated(source) || partlyGenerated.test(source)) ? 'partly' : null
}

const editOf: Record<string, EditKind | null> = {
  // Actions that do not change what is seen or heard.
  created: null,
  opened: null,
  placed: 'combined',
  published: null,
  repackaged: null,
  redacted: null,
  cropped: 'cropped',
  resized: 'resized',
  'resized.proportional': 'resized',
  orientation: 'rotated',
  trimmed: 'trimmed',
  color_adjustments: 'colours',
  adjustedColor: 'colours',
  filtered: 'filtered',
  drawing: 'drawn',
  removed: 'removed',
  deleted: 'removed',
  dubbed: 'sound',
  addedText: 'text',
  translated: 'text',
  transcoded: 'converted',
  converted: 'converted',
  enhanced: 'colours',
  watermarked: 'watermarked',
  'watermarked.bound': 'watermarked',
  'watermarked.unbound': 'watermarked',
  'edited.metadata': 'metadata',
  changedSpeed: 'trimmed',
}

/** The changes by the signed programs, the first program first. */
function editsOf(manifests: Json, active: Json): EditKind[] {
  const isParent = (relationship: string | undefined) => relationship === 'parentOf'
  const kinds = chainOf(manifests, active, isParent)
    .flatMap(actionsOf)
    .flatMap(({ name }) => {
      const known = own(editOf as Json, name.replace(/^c2pa\./, '')) as EditKind | null | undefined
      return known === undefined ? (['other'] as const) : known === null ? [] : [known]
    })
  return editKinds.filter((kind) => kinds.includes(kind))
}

/** A manifest and those of its ingredients, each once. */
function chainOf(
  manifests: Json,
  active: Json,
  follows: (relationship: string | undefined) => boolean,
): Json[] {
  const found = new Set([active])
  for (const manifest of found)
    for (const ingredient of listOf(manifest.ingredients).map(objectOf)) {
      const label = textOf(ingredient.active_manifest)
      if (label === undefined || !follows(textOf(ingredient.relationship))) continue
      const next = own(manifests, label)
      if (isObject(next) && found.size < maxManifests) found.add(next)
    }
  return [...found]
}

/** A name written by a stranger as one short line, without numbers that are as precise as a position. */
function nameOf(value: unknown): string | null {
  const text = textOf(value)
  if (text === undefined) return null
  const line = visibleLine(text.slice(0, maxItems)).replace(/\d+[.,]\d{3,}/g, '…')
  return line === '' ? null : [...line].slice(0, maxNameLength).join('')
}

function secondsOf(text: string | undefined): number | undefined {
  const parsed = text === undefined ? undefined : parseDateTime(text)
  return parsed?.offsetMinutes === undefined ? undefined : parsed.seconds
}

function objectOf(value: unknown): Json {
  return isObject(value) ? value : {}
}

function own(object: Json, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, maxItems) : []
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
