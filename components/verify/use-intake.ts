'use client'
import { useEffect, useState } from 'react'
import { type Found, filesOfChoice, filesOfDrop } from '#lib/client/found-files'
import { useFileDrop } from '../ui/use-file-drop.ts'

/** The ways in which files are given to the page. They are passed on without being read. */
export type Intake = ReturnType<typeof useIntake>

/**
 * Accepts files and folders by drop, by selection and by paste.
 *
 * @returns the props for the element to drop on, and what takes the files of an input
 */
export function useIntake(onFound: (found: Found) => void) {
  const [isWalking, setIsWalking] = useState(false)
  const [isEmpty, setIsEmpty] = useState(false)
  const give = (found: Found) => {
    const hasNothing = found.files.length === 0
    setIsEmpty(hasNothing)
    if (!hasNothing) onFound(found)
  }
  const { isOver, zone } = useFileDrop(async ({ items }) => {
    const walk = filesOfDrop(items)
    setIsWalking(true)
    give(await walk.finally(() => setIsWalking(false)))
  })
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])]
      if (files.length > 0) onFound(filesOfChoice(files))
    }
    addEventListener('paste', paste)
    return () => removeEventListener('paste', paste)
  }, [onFound])
  return {
    isOver,
    isWalking,
    zone,
    said: isWalking ? 'Looking through the folder…' : isEmpty ? 'There is no file in it to check.' : '',
    /** Accepts a file that the page itself has loaded. */
    take: (file: File) => give(filesOfChoice([file])),
    /** Accepts the files chosen in an input, and empties it, so that the same file may be chosen again. */
    choose: (input: HTMLInputElement) => {
      const files = [...(input.files ?? [])]
      if (files.length === 0) return
      input.value = ''
      give(filesOfChoice(files))
    },
  }
}
