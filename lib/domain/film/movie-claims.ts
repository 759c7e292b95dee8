import { boxText, type MovieBox, openMovie, within } from './movie-boxes.ts'

/** The claims of a film about itself, as text. None of them is verified. */
export type MovieClaims = {
  /** ISO 6709, such as `+52.5100+013.4000/`. */
  position: string | undefined
  /** Times, the most precise first: the recording date of the camera, and the creation time of the container, in UTC. */
  times: (string | undefined)[]
}

/** Seconds from 1904, where MP4 counts from, to 1970. */
const epochOffsetSeconds = 2_082_844_800

/**
 * Reads position and times from the `moov` box of an MP4 or MOV, without its header. Safe for any bytes: missing or malformed values are
 * `undefined`.
 */
export function readMovieClaims(movie: Uint8Array): MovieClaims {
  const { view, all, userData, named } = openMovie(movie)
  const [header] = within(view, all, 'mvhd')
  const [xyz] = userData.flatMap((box) => within(view, box, '\u00a9xyz'))
  const [loci] = userData.flatMap((box) => within(view, box, 'loci'))
  return {
    // Two bytes of length and two of language come before the text.
    position:
      named['com.apple.quicktime.location.ISO6709'] ??
      (xyz && boxText(view, xyz.from + 4, xyz.to)) ??
      (loci && locationOf(view, loci)),
    times: [named['com.apple.quicktime.creationdate'], header && createdAt(view, header)],
  }
}

/** 3GPP TS 26.244, location information: a name, a role, then longitude and latitude in degrees. */
function locationOf(view: DataView, { from, to }: MovieBox): string | undefined {
  const nameFrom = from + 6
  const length = boxText(view, nameFrom, to).indexOf('\0')
  const at = nameFrom + length + 2
  if (length < 0 || at + 8 > to) return undefined
  const [longitude, latitude] = [view.getInt32(at) / 65_536, view.getInt32(at + 4) / 65_536]
  return `${signed(latitude, 2)}${signed(longitude, 3)}/`
}

/** Degrees as in ISO 6709, with this many digits before the point. */
function signed(degrees: number, digits: number): string {
  const text = Math.abs(degrees).toFixed(4)
  return `${degrees < 0 ? '-' : '+'}${text.padStart(digits + 5, '0')}`
}

function createdAt(view: DataView, { from, to }: MovieBox): string | undefined {
  const isLong = to - from >= 12 && view.getUint8(from) === 1
  if (!isLong && to - from < 8) return undefined
  const since1904 = isLong ? Number(view.getBigUint64(from + 4)) : view.getUint32(from + 4)
  const time = new Date((since1904 - epochOffsetSeconds) * 1_000)
  // Zero means that the camera wrote no time.
  return since1904 === 0 || Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}
