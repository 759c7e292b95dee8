import type { Place } from '#lib/domain/geo/cell-distance'

// The board as this tab saw it last. It stays in the tab: the name of a chosen place may be more exact than the cell in the address.

const linkEntry = 'cairn.board'
const placeEntry = 'cairn.board-place'
const pointEntry = 'cairn.board-point'

/** Stores the address of the board, with its filters, for the way back from a bounty. */
export function storeBoardLink(link: string): void {
  write(linkEntry, link)
}

/** The address of the board that this tab showed last. */
export function lastBoardLink(): string {
  const link = read(linkEntry)
  return link !== null && /^\/board(\?|$)/.test(link) ? link : '/board'
}

/**
 * Stores the place by which a cell was chosen.
 *
 * @param name `undefined` if it was chosen without one
 * @param point the middle of the named place, from which distances are told
 */
export function storeChosenPlace(near: string, name: string | undefined, point?: Place): void {
  write(placeEntry, name === undefined ? '' : `${near} ${name}`)
  write(pointEntry, point === undefined ? '' : `${near} ${point.latitude} ${point.longitude}`)
}

/** The name by which the reader chose a cell; `undefined` if another one was chosen since, or none by a name. */
export function chosenName(near: string | undefined): string | undefined {
  const stored = read(placeEntry)
  return near !== undefined && stored?.startsWith(`${near} `) ? stored.slice(near.length + 1) : undefined
}

/** The middle of the place by which the reader chose a cell, under the conditions of `chosenName`. */
export function chosenPoint(near: string | undefined): Place | undefined {
  const [cell, latitude, longitude] = read(pointEntry)?.split(' ') ?? []
  if (near === undefined || cell !== near || longitude === undefined) return undefined
  return { latitude: Number(latitude), longitude: Number(longitude) }
}

function write(entry: string, text: string): void {
  try {
    sessionStorage.setItem(entry, text)
  } catch {
    // The browser refuses storage. The board then opens without the earlier place and filters.
  }
}

function read(entry: string): string | null {
  try {
    return sessionStorage.getItem(entry)
  } catch {
    return null
  }
}
