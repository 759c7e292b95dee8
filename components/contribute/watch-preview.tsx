'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PreviewPlayer } from '#components/bounty/preview-player'
import { ownSubmissionsKey } from './use-own-submissions.ts'

/**
 * A button that shows the preview of one of the reader's own films below it, and plays it.
 *
 * @param props.title the title of the bounty of the film
 */
export function WatchPreview({ preview, title }: { preview: string; title: string }) {
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const toggle = () => {
    // The link may have expired since the list was loaded.
    if (!isOpen) void client.invalidateQueries({ queryKey: ownSubmissionsKey })
    setIsOpen(!isOpen)
  }
  return (
    <div className="grid justify-items-start gap-2">
      <button
        type="button"
        className="link min-h-9 text-sm pointer-coarse:min-h-11"
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {isOpen ? 'Close the preview' : 'Watch the preview'}
      </button>
      {isOpen && <PreviewPlayer preview={preview} label={`Preview of your film for ${title}`} autoPlay />}
    </div>
  )
}
