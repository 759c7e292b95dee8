import { createHash } from 'node:crypto'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { UploadFacts } from '#db/schema/upload'
import { upload } from '#db/schema/upload'
import type { Context } from '#lib/adapters/context'
import { packFingerprint } from '#lib/domain/film/frame-hash'
import type { ClaimOrigin } from '#lib/domain/film/match-claims'
import type { VideoFigures } from '#lib/domain/film/quality'
import { cellToGeohash, geohashToCell } from '#lib/domain/geo/geohash'
import { noCredentials } from '#lib/domain/proof/credentials'
import { judgeFilm } from '#lib/services/media/judge-film'
import { loadFilm } from '#lib/services/media/load-film'
import { recordVerdict } from '#lib/services/media/record-verdict'
import type { FilmKind } from '#testing/month/plan'

/**
 * Recorded results in place of films. The upload and the two sandboxed programs that read a file (its metadata, and its pictures by
 * ffmpeg) are skipped, because hundreds of films would take hours. Their results are stored as they would store them, and the service itself
 * does everything after that: it decides which claims count and how they fit the bounty, and compares the film with earlier ones.
 */

/** A file with new bytes, and the recorded results of the programs. */
export type RecordedFilm = {
  kind: FilmKind
  /** 64 hex digits. */
  sha256: string
  /** Where its claims come from, and the cell that they name. */
  origin: ClaimOrigin
  geohash: string
  facts: Exclude<UploadFacts, { refused: string }>
  /** The claims that the contributor adds when the film is submitted. */
  said: { captured_at?: string; location?: string }
  figures: VideoFigures
  fingerprint: Uint8Array
}

export type FilmOrder = {
  /** Another name makes another film. */
  name: string
  kind: FilmKind
  /** How the contributor's films say where and when they were made. */
  camera: ClaimOrigin
  /** The requested place, a geohash of six characters. */
  place: string
  /** Epoch seconds. */
  now: number
  /** The film that a copy was made of. */
  original?: RecordedFilm | undefined
}

const daySeconds = 86_400
const farAway = '7zzzzz'
const mediaType = 'video/mp4'

export function recordFilm({ name, kind, camera, place, now, original }: FilmOrder): RecordedFilm {
  const geohash = claimedPlace(kind, place)
  const at = kind === 'old' ? now - 20 * daySeconds : now
  const isCopy = (kind === 'copy' || kind === 'same_file') && original !== undefined
  return {
    kind,
    sha256: kind === 'same_file' && original ? original.sha256 : bytesToHex(digest(name)),
    origin: kind === 'contradictory' ? 'declared' : camera,
    geohash,
    ...claimsOf({ kind, camera, cell: geohashToCell(geohash)!, geohash, at }),
    figures: kind === 'blurred' ? { ...sharp, blurMedian: 9.1, laplacianShare: 0.008 } : sharp,
    fingerprint: isCopy ? original.fingerprint : packFingerprint(pictures(name)),
  }
}

function claimedPlace(kind: FilmKind, place: string): string {
  if (kind === 'elsewhere') return farAway
  return kind === 'near' ? cellToGeohash(geohashToCell(place)! + 1) : place
}

function claimsOf(given: {
  kind: FilmKind
  camera: ClaimOrigin
  cell: number
  geohash: string
  at: number
}): Pick<RecordedFilm, 'facts' | 'said'> {
  const { kind, camera, cell, geohash, at } = given
  const captured_at = new Date(at * 1_000).toISOString()
  if (kind === 'contradictory') {
    const time = { kind, local: at - 40 * daySeconds, utc: at } as const
    return { facts: { mediaType, cell, time, credentials: noCredentials }, said: { captured_at } }
  }
  if (camera === 'declared')
    return {
      facts: { mediaType, cell: null, time: { kind: 'none' }, credentials: noCredentials },
      said: { captured_at, location: geohash },
    }
  const time = { kind: 'instant', seconds: at } as const
  if (camera === 'file') {
    const signedByItself = { ...noCredentials, state: 'untrusted', signer: 'Homemade Cameras' } as const
    const credentials = kind === 'invented' ? signedByItself : noCredentials
    return { facts: { mediaType, cell, time, credentials }, said: {} }
  }
  const trusted = {
    ...noCredentials,
    state: 'trusted',
    signer: 'Field Cameras',
    capturedAt: at,
    cell,
  } as const
  return { facts: { mediaType, cell: null, time: { kind: 'none' }, credentials: trusted }, said: {} }
}

/** What ffmpeg measured of a good film. */
const sharp: VideoFigures = {
  codec: 'hevc',
  width: 1_920,
  height: 1_080,
  declaredSeconds: 24.5,
  decodedSeconds: 24.4,
  framesPerSecond: 29.97,
  blurMedian: 4.6,
  laplacianShare: 0.2,
  lumaMean: 130,
  clippedLow: 0,
  clippedHigh: 0,
  blackShare: 0,
  frozenShare: 0,
  frameDifferenceMedian: 12,
  cuts: 0,
  truncated: false,
}

const picturesEach = 4

function pictures(name: string): Uint8Array[] {
  return Array.from({ length: picturesEach }, (_, index) => digest(`${name}, picture ${index}`))
}

function digest(text: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(text).digest())
}

/** The upload of a film as a worker leaves it when its metadata were read. @returns its id */
export async function stageUpload(
  ctx: Pick<Context, 'db' | 'clock'>,
  given: { film: RecordedFilm; owner: string; number: number },
): Promise<string> {
  const { film, owner, number } = given
  const uploadId = `upl_${number.toString(16).padStart(32, '0')}`
  await ctx.db.insert(upload).values({
    uploadId,
    owner: owner.toLowerCase(),
    state: 'received',
    byteLength: 30_000_000,
    sha256: Buffer.from(film.sha256, 'hex'),
    facts: film.facts,
    expiresAt: new Date(ctx.clock.now().getTime() + daySeconds * 1_000),
  })
  return uploadId
}

/** The check of a film, from what was measured on: the service judges it and compares it with all earlier films. */
export async function recordCheck(
  ctx: Pick<Context, 'db'>,
  submissionId: string,
  { figures, fingerprint }: RecordedFilm,
): Promise<void> {
  const judged = await judgeFilm(ctx, await loadFilm(ctx, submissionId), {
    figures,
    fingerprint,
    // No film of the simulation is a mirrored copy.
    mirrored: packFingerprint([]),
  })
  const { verdict: status, reasons, warnings } = judged
  const report = { reasons, warnings, figures }
  await ctx.db.transaction((tx) =>
    recordVerdict(tx, submissionId, { status, report, fingerprint, pictureHashes: [] }),
  )
}
