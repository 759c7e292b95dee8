'use client'
import { type ReactNode, useEffect, useRef } from 'react'

/**
 * Asks before something that cannot be undone. The browser's own dialog: it keeps the focus inside, closes on Escape, and
 * gives the focus back.
 */
export function ConfirmDialog(props: {
  isOpen: boolean
  title: string
  children: ReactNode
  confirm: string
  isBusy: boolean
  problem: string | undefined
  onConfirm: () => void
  onClose: () => void
}) {
  const { isOpen, title, children, confirm, isBusy, problem, onConfirm, onClose } = props
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal()
    if (!isOpen && dialog.current?.open) dialog.current.close()
  }, [isOpen])
  return (
    <dialog
      ref={dialog}
      aria-labelledby="confirm-title"
      onClose={onClose}
      className="m-auto w-[min(34rem,100%-2rem)] rounded-lg border border-edge bg-raised p-6 text-ink backdrop:bg-black/50 sm:p-8"
    >
      <h2 id="confirm-title" className="text-xl">
        {title}
      </h2>
      <div className="mt-4 grid gap-3">{children}</div>
      <p role="alert" className="mt-4 text-sm text-bad empty:hidden">
        {problem ?? ''}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <button type="button" className="button button-main" disabled={isBusy} onClick={onConfirm}>
          {confirm}
        </button>
        <button type="button" className="button" onClick={onClose}>
          Go back
        </button>
      </div>
    </dialog>
  )
}
