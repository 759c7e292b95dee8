import { type FileNote, fileNotes } from '../proof/file-notes.ts'
import { boxText, type MovieBox, openMovie, within, withinMeta } from './movie-boxes.ts'

/** The tags of iTunes and of QuickTime's user data, then the name of QuickTime's metadata. */
const sources = [
  { kind: 'Title', tag: '\u00a9nam', name: 'title' },
  { kind: 'Description', tag: 'desc', name: 'description' },
  { kind: 'Comment', tag: '\u00a9cmt', name: 'comment' },
  { kind: 'Software', tag: '\u00a9too', name: 'software' },
  { kind: 'Author', tag: '\u00a9ART', name: 'author' },
  { kind: 'Copyright', tag: 'cprt', name: 'copyright' },
] as const

/** Reads the texts about a film from its `moov` box, without its header. Safe for any bytes. */
export function readMovieNotes(movie: Uint8Array): FileNote[] {
  const { view, userData, metas, named } = openMovie(movie)
  const lists = metas.flatMap((meta) => withinMeta(view, meta, 'ilst')).filter(({ type }) => type === 'ilst')
  return fileNotes(
    sources.flatMap(({ kind, tag, name }) => {
      const items = lists.flatMap((list) => within(view, list, tag))
      const texts = [
        // Four bytes of type and four of locale come first.
        ...items.flatMap((item) => within(view, item, 'data').map((data) => textAt(view, data, 8))),
        // Two bytes of length and two of language come first. Only tags with a © are plain text there.
        ...(tag.startsWith('\u00a9') ? userData : [])
          .flatMap((box) => within(view, box, tag))
          .map((box) => textAt(view, box, 4)),
        unicode(named[`com.apple.quicktime.${name}`]),
      ]
      return texts.map((text) => ({ kind, text }))
    }),
  )
}

function textAt(view: DataView, { from, to }: MovieBox, skipped: number): string | undefined {
  return unicode(boxText(view, from + skipped, to))
}

/** UTF-8 that was read byte by byte. */
function unicode(text: string | undefined): string | undefined {
  return text && new TextDecoder().decode(Uint8Array.from(text, (character) => character.charCodeAt(0)))
}
