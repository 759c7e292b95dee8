'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isPaletteKey, takeEarlyPress } from './palette-key.ts'
import { PaletteList } from './palette-list.tsx'

/** Opens with its button, or with ⌘K or Ctrl-K anywhere in the console: finds pages by name, and objects by id. */
export function Palette() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [times, setTimes] = useState(0)
  const open = useCallback(() => {
    setIsOpen(true)
    setTimes((before) => before + 1)
    dialog.current?.showModal()
  }, [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return
      // Ignored while the dialog of an action is open.
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', onKey)
    if (takeEarlyPress()) open()
    return () => removeEventListener('keydown', onKey)
  }, [open])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Meta+K Control+K"
        className="flex min-h-11 w-full max-w-108 items-center gap-3 rounded-md border border-line bg-raised px-4 text-left text-sm text-soft hover:border-edge"
        onClick={open}
      >
        <svg
          viewBox="0 0 20 20"
          aria-hidden="true"
          className="size-4 flex-none"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
        >
          <circle cx="8.5" cy="8.5" r="5.5" />
          <path d="m13 13 4.5 4.5" strokeLinecap="round" />
        </svg>
        <span className="min-w-0 grow truncate">Find a request, bounty, transaction…</span>
        <kbd className="rounded-sm border border-line px-1.5 font-sans text-2xs [word-spacing:0.1em] max-sm:hidden">
          {shortcut()}
        </kbd>
      </button>
      <dialog
        ref={dialog}
        aria-label="Find anything"
        className="mx-auto mt-[min(12vh,6rem)] mb-auto w-[min(40rem,100%-2rem)] overflow-hidden rounded-lg border border-edge bg-raised p-0 text-ink shadow-lg backdrop:bg-scrim"
        // A click outside closes it too.
        closedby="any"
        // The event comes later than the closing, when the dialog may be open again.
        onClose={({ currentTarget }) => setIsOpen(currentTarget.open)}
      >
        {isOpen && <PaletteList key={times} close={() => dialog.current?.close()} />}
      </dialog>
    </>
  )
}

function shortcut(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'
}
