'use client'
import { type DragEvent, useState } from 'react'
import { Cairn } from '#components/ui/cairn'

/** Takes files by drop or by choice. They are handed on as they are; nothing is read here. */
export function DropZone({ onFiles }: { onFiles: (files: File[]) => void }) {
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length > 0) onFiles(files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button inside is the first
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
      }}
      onDrop={drop}
      className={`flex min-h-80 flex-col items-center justify-center rounded-lg border-2 border-dashed px-5 py-10 text-center motion-safe:transition-colors ${
        isOver ? 'border-ink bg-lichen text-on-lichen' : 'border-edge bg-raised'
      }`}
    >
      <Cairn
        className="mb-5 w-28"
        stones={[{ state: isOver ? 'set' : 'open' }, { state: 'set' }, { state: 'set' }]}
      />
      <p className="text-xl font-semibold tracking-tight">Drop a file here</p>
      <p className={`mt-1 mb-5 max-w-[38ch] text-sm ${isOver ? '' : 'text-soft'}`}>
        This file never leaves your device. Only its fingerprint is looked up. Several files, and a proof
        beside a file, are fine too.
      </p>
      <label className="button button-main has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink">
        Choose files
        <input
          type="file"
          multiple
          className="sr-only"
          onChange={(event) => {
            const files = [...(event.target.files ?? [])]
            // The same file may be chosen again.
            event.target.value = ''
            if (files.length > 0) onFiles(files)
          }}
        />
      </label>
    </div>
  )
}
