'use client'
import Link from 'next/link'
import { createContext, type ReactNode, use, useEffect, useId, useRef, useState } from 'react'
import { StepMark } from '#components/ui/step-mark'
import { doneTexts } from '#lib/domain/access/action-text'
import type { DoneAction } from '#lib/schemas/operator-action'
import { isAddress, shortId, writtenId } from './hash.tsx'
import { readUnfinished, unfinishedText, writeUnfinished } from './unfinished-action.ts'
import { type AskedAction, usePreview, useRunAction } from './use-action.ts'
import { useOperator } from './use-operator.ts'

type Opened = {
  asked: AskedAction
  label: string
  /** The button of the dialog, if it says something else than the one that opens it. */
  confirm?: string | undefined
  /** The title of the bounty that it is about, as its poster wrote it. */
  bountyTitle?: string | undefined
  onDone?: ((done: DoneAction) => void) | undefined
}

const OpenDialog = createContext<(opened: Opened) => void>(() => {})

/**
 * Contains the only dialog of the console. It is outside the pages, because an action often removes the button that opened it, and its
 * result must stay visible. After a session that ended while it was open, it opens again for the same operator.
 */
export function ActionDialogProvider({ children }: { children: ReactNode }) {
  const { address } = useOperator()
  const [opened, setOpened] = useState<Opened | undefined>(() => {
    const unfinished = readUnfinished()
    return unfinished?.operator === address ? unfinished : undefined
  })
  return (
    <OpenDialog value={setOpened}>
      {children}
      {opened && <ActionDialog {...opened} onClose={() => setOpened(undefined)} />}
    </OpenDialog>
  )
}

/** Returns a function that opens the dialog in which an action is confirmed, for what is no button. */
export function useOpenAction(): (opened: Opened) => void {
  return use(OpenDialog)
}

/** Opens the dialog in which an action is confirmed. `label`: verb and object. `look`: further classes of the button. */
export function ActionButton({ look = '', ...opened }: Opened & { look?: string }) {
  const open = useOpenAction()
  return (
    <button type="button" className={`button ${look}`} onClick={() => open(opened)}>
      {opened.label}
    </button>
  )
}

/**
 * Says what an action will do and what must hold for it, asks for a reason, has it signed where it moves money, and says what
 * came of it. Focus starts at the heading, so that a second press of Enter does nothing.
 */
function ActionDialog(props: Opened & { onClose: () => void }) {
  const { asked, bountyTitle, onDone, onClose } = props
  const label = props.confirm ?? props.label
  const { address: operator } = useOperator()
  const [unfinished] = useState(() => {
    const before = readUnfinished()
    return before?.asked === asked ? before : undefined
  })
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [reason, setReason] = useState(unfinished?.reason ?? '')
  const id = useId()
  const preview = usePreview(asked, true)
  const run = useRunAction(asked)
  const isDone = run.isSuccess
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button is gone once the action is done
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
    heading.current?.focus()
  }, [isDone])
  const type = (reason: string) => {
    setReason(reason)
    writeUnfinished({ ...{ operator, asked, label, bountyTitle, reason }, run: 'not sent' })
  }
  // Closed before it is removed, so that the focus returns to the button that opened it.
  const close = () => dialog.current?.close()
  const shown = preview.data
  const isRefused = Boolean(shown?.refusal)
  const mayRun = shown !== undefined && !isRefused && reason.trim() !== '' && !run.isPending
  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      onClose={() => {
        writeUnfinished(undefined)
        onClose()
      }}
      // A secret that is shown once is not closed by a repeated key press.
      onCancel={(event) => run.data?.once && event.preventDefault()}
      className="dialog w-[min(36rem,100%-1rem)] [--padding:1.5rem] max-sm:max-h-[calc(100dvh-1rem)] sm:w-[min(36rem,100%-2rem)] sm:[--padding:2rem]"
    >
      <h2 ref={heading} id={`${id}-title`} tabIndex={-1} className="text-lg wrap-anywhere sm:text-xl">
        {isDone
          ? (doneTexts[asked.action] ?? `Done: ${lowered(label)}`)
          : withShortIds(shown?.title ?? label)}
      </h2>
      {run.data ? (
        <Outcome done={run.data} onClose={close} />
      ) : (
        <form
          className="mt-4 *:not-last:mb-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (mayRun) run.mutate({ reason: reason.trim(), signs: shown.signs }, { onSuccess: onDone })
          }}
        >
          {unfinished && (
            <p role="status" className="border-l-2 border-wait pl-4">
              Your session ended. {unfinishedText(unfinished)}
            </p>
          )}
          {preview.isPending && <p className="text-soft">Checking…</p>}
          {shown && (
            <dl className="grid grid-cols-1 gap-3 border-y border-line py-3 text-sm sm:py-4">
              {bountyTitle && <Said name="Title of the bounty">{bountyTitle}</Said>}
              {idsIn(shown.title).map((value) => (
                <Said key={value} name={longIdName(value, asked.action)}>
                  <code className="text-sm break-all">{writtenId(value)}</code>
                </Said>
              ))}
              <Said name="Effect">
                <Lines text={shown.effect} />
              </Said>
              <Said name="Condition">{shown.guard}</Said>
            </dl>
          )}
          {shown?.refusal && (
            <p role="alert" className="flex gap-2.5">
              <StepMark is="wrong" />
              <span className="min-w-0 wrap-anywhere">
                <strong>Not possible.</strong> {shown.refusal}
              </span>
            </p>
          )}
          {shown?.signs && !isRefused && (
            <p className="text-sm text-soft">
              You sign only this action. If your wallet shows the text, it begins with “wants you to sign in
              with your Ethereum account”, as its standard prescribes, and names this action after that.
            </p>
          )}
          <div className="dialog-actions">
            {/* Always in sight on a phone. Not before it is known who reads the reason. */}
            {shown && !isRefused && (
              <div className="grid w-full gap-1.5">
                <label htmlFor={`${id}-reason`} className="text-sm font-semibold">
                  {shown.publishes_reason
                    ? 'Reason, shown to the people concerned'
                    : 'Reason, for the audit log'}
                </label>
                <input
                  id={`${id}-reason`}
                  className="field"
                  maxLength={500}
                  autoComplete="off"
                  required
                  placeholder="Why you do it"
                  value={reason}
                  onChange={(event) => type(event.target.value)}
                />
              </div>
            )}
            <p role="alert" className="w-full text-sm text-bad empty:hidden">
              {(run.error ?? preview.error)?.message ?? ''}
            </p>
            <p role="status" className="w-full text-sm text-soft empty:hidden">
              {run.isPending && shown?.signs ? 'Sign this one action in your wallet.' : ''}
              {shown && !isRefused && reason.trim() === '' && 'Write a reason first.'}
            </p>
            {!isRefused && (
              <button type="submit" className="button button-main" disabled={!mayRun}>
                {shown?.signs ? signLabel(label) : label}
              </button>
            )}
            <button type="button" className="button" onClick={close}>
              Go back
            </button>
          </div>
        </form>
      )}
    </dialog>
  )
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** `Sign and send back 3 USDC`, `Sign, cancel and refund`. */
function signLabel(label: string): string {
  const does = lowered(label)
  return does.includes(' and ') ? `Sign, ${does}` : `Sign and ${does}`
}

const longId = /0x[0-9a-fA-F]{40,}|\b(?:bty|sub)_[0-9a-f]{32}\b|\b[0-9a-f]{64}\b/g

function longIdName(id: string, action: string): string {
  if (action.endsWith('ban_wallet')) return 'Wallet, in full'
  if (id.startsWith('0x')) return isAddress(id) ? 'Address, in full' : 'Hash, in full'
  return id.includes('_') ? 'Id, in full' : 'Fingerprint, in full'
}

function idsIn(title: string): string[] {
  return [...new Set(title.match(longId))]
}

/** A heading has no room for all digits. They are shown below it. */
function withShortIds(title: string): ReactNode[] {
  const ids = title.match(longId) ?? []
  return title.split(longId).flatMap((text, index) => [
    text,
    ids[index] && (
      <span key={text} className="whitespace-nowrap">
        {shortId(ids[index])}
      </span>
    ),
  ])
}

/** Several lines are a list. */
function Lines({ text }: { text: string }) {
  const lines = text.split('\n')
  if (lines.length === 1) return text
  return (
    <ul className="grid list-disc gap-1 pl-5">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function Said({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="caption">{name}</dt>
      <dd className="text-pretty wrap-anywhere">{children}</dd>
    </div>
  )
}

function Outcome({ done, onClose }: { done: DoneAction; onClose: () => void }) {
  const secrets = Object.entries(done.once ?? {})
  const [isCopied, setIsCopied] = useState(secrets.length === 0)
  const [isWarned, setIsWarned] = useState(false)
  return (
    <div className="mt-4 grid grid-cols-1 gap-4">
      <p role="status" className="flex gap-2.5">
        <StepMark is="done" />
        <span>
          Done. Recorded as{' '}
          <Link href={`/operator/log?id=${done.id}`} className="link" onClick={onClose}>
            action {done.id}
          </Link>
          .{done.result.closed_report === true && ' The open report of this capture is closed too.'}
        </span>
      </p>
      {secrets.map(([name, value]) => (
        <Secret key={name} {...{ name, value }} onCopied={() => setIsCopied(true)} />
      ))}
      {isWarned && !isCopied && (
        <p role="alert" className="text-sm">
          It was not copied, and it cannot be shown again. Close anyway?
        </p>
      )}
      <div>
        <button
          type="button"
          className={`button ${secrets.length === 0 ? 'button-main' : ''}`}
          onClick={() => (isCopied || isWarned ? onClose() : setIsWarned(true))}
        >
          {isWarned && !isCopied ? 'Close without copying' : 'Close'}
        </button>
      </div>
    </div>
  )
}

/** A value that is shown only once. It counts as copied also if it was selected and copied by hand. */
function Secret({ name, value, onCopied }: { name: string; value: string; onCopied: () => void }) {
  const [said, setSaid] = useState('')
  const copied = () => {
    setSaid('Copied.')
    onCopied()
  }
  const copy = () =>
    navigator.clipboard
      .writeText(value)
      .then(copied, () => setSaid('The browser refused to copy. Select the text and copy it.'))
  return (
    <div className="grid justify-items-start gap-2 border-l-2 border-wait pl-4">
      <p className="text-sm font-semibold">{name}: shown only once, and not stored</p>
      <code className="text-sm wrap-anywhere" onCopy={copied}>
        {value}
      </code>
      <button type="button" className="button button-main" onClick={copy}>
        Copy the {name}
      </button>
      <p role="status" className="text-sm text-soft empty:hidden">
        {said}
      </p>
    </div>
  )
}
