import { visibleLine } from '../text/visible-text.ts'
import type { PhotoTags } from './photo-claims.ts'

/** The kind of a text in a file's metadata, as a page names it. */
type NoteKind = 'Title' | 'Description' | 'Comment' | 'Software' | 'Author' | 'Copyright'

/**
 * A text about the file in its metadata. Anybody who wrote the file can have put it there. Plain text in one line, without exact
 * positions.
 */
export type FileNote = { kind: NoteKind; text: string }

const maxLength = 200

/**
 * The texts that are fit to be shown: each once, in one line, cut to 200 characters, without invisible characters. Data for programs (JSON,
 * XML) are left out, and the digits of exact positions are removed, because a page shows no place finer than a cell.
 */
export function fileNotes(found: readonly { kind: NoteKind; text: string | undefined }[]): FileNote[] {
  const notes = found.flatMap(({ kind, text = '' }) => {
    // Only so much of it can be shown, and a text may have megabytes.
    const line = visibleLine(text.slice(0, 4 * maxLength))
    if (line === '' || /^[{<]|^\[.*\]$/.test(line)) return []
    return [{ kind, text: shortened(withoutPositions(line)) }]
  })
  return notes.filter(({ text }, index) => notes.findIndex((note) => note.text === text) === index)
}

/** The texts in the EXIF and XMP metadata of a photograph. */
export function photoNotes({ exif, xmp }: PhotoTags): FileNote[] {
  const say = (tags: object | undefined, name: string) => {
    const described = (tags as Record<string, { description?: unknown } | undefined> | undefined)?.[name]
      ?.description
    return typeof described === 'string' ? described : undefined
  }
  return fileNotes([
    { kind: 'Title', text: say(xmp, 'title') },
    { kind: 'Description', text: say(exif, 'ImageDescription') },
    { kind: 'Description', text: say(xmp, 'description') },
    { kind: 'Comment', text: say(exif, 'UserComment') },
    { kind: 'Software', text: say(exif, 'Software') },
    { kind: 'Author', text: say(exif, 'Artist') },
    { kind: 'Copyright', text: say(exif, 'Copyright') },
  ])
}

/** Removes the decimals of degrees, and all behind a degree sign. Versions, as in `60.16.100`, stay. */
function withoutPositions(line: string): string {
  return line
    .replace(/(?<![\d.])(\d+)(?:\.\d{3,}|,\d{4,})(?!\.\d)/g, '$1.…')
    .replace(/(\d\s*°)[\d\s.,'"′″’”]*\d['"′″’”]*/g, '$1…')
}

function shortened(line: string): string {
  const characters = [...line]
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : line
}
