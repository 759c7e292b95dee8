'use client'
import { type ChangeEvent, useState } from 'react'
import { Cairn } from '#components/ui/cairn'
import { type Found, filesOfChoice, filesOfDrop } from '#lib/client/found-files'
import { useFileDrop } from '../ui/use-file-drop.ts'

type Props = { onFound: (found: Found) => void; title: string; note: string }

/** Takes files and folders by drop or by choice. They are handed on as they are; nothing is read here. */
export function DropZone({ onFound, title, note }: Props) {
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
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])]
    // The same file may be chosen again.
    event.target.value = ''
    if (files.length > 0) give(filesOfChoice(files))
  }
  return (
    <div
      {...zone}
      className={`flex min-h-80 flex-col items-center justify-center rounded-lg border-2 border-dashed px-5 py-10 text-center motion-safe:transition-colors ${
        isOver ? 'border-ink bg-lichen text-on-lichen' : 'border-edge bg-raised'
      }`}
    >
      <Cairn
        className="mb-5 w-28"
        stones={[{ state: isOver ? 'set' : 'open' }, { state: 'set' }, { state: 'set' }]}
      />
      <p className="text-xl font-semibold tracking-tight">{title}</p>
      <p className={`mt-1 mb-5 max-w-[42ch] text-sm ${isOver ? '' : 'text-soft'}`}>{note}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <label className="button button-main has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink">
          Choose files
          <input type="file" multiple className="sr-only" onChange={choose} />
        </label>
        <label className="button has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink">
          Choose a folder
          <input
            type="file"
            multiple
            // React knows the attribute only by its lower-case name.
            {...{ webkitdirectory: '' }}
            className="sr-only"
            onChange={choose}
          />
        </label>
      </div>
      <p role="status" className="mt-3 text-sm empty:hidden">
        {isWalking ? 'Looking through the folder…' : isEmpty ? 'There is no file in it to check.' : ''}
      </p>
    </div>
  )
}
