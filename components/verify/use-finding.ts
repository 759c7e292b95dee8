import { useEffect, useState } from 'react'
import type { CheckRow } from '#lib/client/check-row'
import { cluesOf, shownEverywhere } from '#lib/client/check-view'
import { containerKind } from './media-kind.ts'
import { couldBeOfModel } from './model-note.tsx'
import type { Finding } from './verdict-copy.ts'

/**
 * Tells if a file without a record is damaged, or is no photo or film. Reads the file once more, unless it was read in a list of files.
 *
 * @param unreadable the file, if this browser could not read its picture
 */
export function useFinding(row: CheckRow, unreadable: File | undefined): Finding | undefined {
  const { file, clues } = row
  const [read, setRead] = useState<{ file: File; finding: Finding | undefined }>()
  const isRead = row.report?.verdict === 'unknown' && !couldBeOfModel(row)
  const toRead = isRead && !clues?.isOver ? file : undefined
  useEffect(() => {
    if (!toRead) return
    let isLeft = false
    findingOf(toRead).then(
      (finding) => !isLeft && setRead({ file: toRead, finding }),
      // Nothing is said of what could not be read.
      () => undefined,
    )
    return () => {
      isLeft = true
    }
  }, [toRead])
  if (!isRead || !file) return undefined
  const names = cluesOf(row)
  if (names.includes('not_media')) return 'not_media'
  if (names.includes('damaged')) return 'damaged'
  const finding = read?.file === file ? read.finding : undefined
  return finding ?? (unreadable === file && shownEverywhere.test(file.name) ? 'damaged' : undefined)
}

async function findingOf(file: File): Promise<Finding | undefined> {
  const { isOtherContent } = await import('#lib/client/other-content')
  if (await isOtherContent(file)) return 'not_media'
  const { isDamagedFile } = await import('#lib/client/damaged-file')
  return (await isDamagedFile(file, containerKind(file))) ? 'damaged' : undefined
}
