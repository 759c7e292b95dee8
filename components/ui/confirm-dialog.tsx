'use client'
import { type ReactNode, useEffect, useId, useRef } from 'react'

/**
 * Asks for confirmation before an action that cannot be undone. It is the browser's own dialog, which traps the focus, closes on Escape,
 * and returns the focus. Focus starts at the question, so that a second press of Enter confirms nothing.
 */
export function ConfirmDialog(props: {
  isOpen: boolean
  title: string
  children: ReactNode
  confirm: string
  /** The label of the button that cancels. */
  dismiss?: string
  /** True if confirming pays money: the button then has the colour of all buttons that do. */
  isPayment?: boolean
  isBusy: boolean
  /** True while confirming is impossible; the content says why. */
  isBlocked?: boolean
  problem: string | undefined
  onConfirm: () => void
  onClose: () => void
}) {
  const { isOpen, title, children, confirm, dismiss = 'Go back', isPayment = false } = props
  const { isBusy, isBlocked = false, problem, onConfirm, onClose } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const question = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  useEffect(() => {
    if (isOpen && !dialog.current?.open) {
      dialog.current?.showModal()
      question.current?.focus()
    }
    if (!isOpen && dialog.current?.open) dialog.current.close()
  }, [isOpen])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={onClose}
      // This event comes a frame after the dialog was closed. If it is already open with the next question, it stays open.
      onClose={({ currentTarget }) => !currentTarget.open && onClose()}
      className="dialog w-[min(34rem,100%-2rem)]"
    >
      <h2 ref={question} id={titleId} tabIndex={-1} className="text-xl">
        {title}
      </h2>
      <div className="mt-4 grid gap-3">{children}</div>
      <div className="dialog-actions">
        <p role="alert" className="w-full text-sm text-bad empty:hidden">
          {problem ?? ''}
        </p>
        <button
          type="button"
          className={`button ${isPayment ? 'button-accent' : 'button-main'}`}
          disabled={isBusy || isBlocked}
          onClick={onConfirm}
        >
          {confirm}
        </button>
        <button type="button" className="button" onClick={onClose}>
          {dismiss}
        </button>
      </div>
    </dialog>
  )
}
