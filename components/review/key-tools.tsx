'use client'
import { useState } from 'react'
import { ConfirmDialog } from '#components/ui/confirm-dialog'
import { Moment } from '#components/ui/moment'
import {
  type BountyKey,
  forgetBountyKey,
  keepFileKeys,
  noteSavedKeys,
  readKeyFile,
  writeKeyFile,
} from '#lib/client/bounty-keys'
import { serviceNow } from '#lib/client/service-clock'
import type { BountyState } from '#lib/domain/bounty/bounty'
import { saveText } from '../ui/save-text.ts'

/**
 * Saves tokens to a file and reads them from one, because a browser's storage is not a safe place for the
 * only copy.
 */
export function KeyTools(props: {
  keys: readonly BountyKey[]
  ofOne?: boolean
  /** The key opens nothing: it can only be replaced or removed. */
  isWrong?: boolean
  /** The state of the one bounty, if it is known. */
  status?: BountyState | undefined
  /** The ids of bounties that ended with nothing to download: nobody needs to save their keys. */
  needless?: ReadonlySet<string>
}) {
  const { isWrong = false } = props
  const keys = isWrong ? [] : props.keys
  const needed = keys.filter(
    ({ bounty_id: id }) => !props.needless?.has(id) && !(props.status && hasNothingLeft(props.status)),
  )
  const savedAt = lastSaved(keys)
  const [said, setSaid] = useState<{ text: string; isProblem: boolean }>()
  const read = async (file: File) => {
    try {
      const found = readKeyFile(await file.text())
      const older = keepFileKeys(
        found,
        serviceNow().toISOString(),
        isWrong ? props.keys[0]?.bounty_id : undefined,
      )
      const opened = found.length === 1 ? 'One bounty opened.' : `${found.length} bounties opened.`
      const newer = `This browser already has ${older === 1 ? 'a newer key of one' : `newer keys of ${older}`} of them, and goes on using ${older === 1 ? 'it' : 'them'}.`
      setSaid({ text: older === 0 ? opened : `${opened} ${newer}`, isProblem: false })
    } catch (error) {
      setSaid({ text: (error as Error).message, isProblem: true })
    }
  }
  return (
    <section aria-labelledby="key-tools" className="border-t border-line pt-6">
      <h2 id="key-tools" className="text-lg">
        {keys.length === 0 ? 'Posted elsewhere?' : props.ofOne ? 'The key to this bounty' : 'Your keys'}
      </h2>
      <p className="mt-2 max-w-[60ch] text-sm text-soft">
        {keys.length > 0 && placesOf(needed, props.ofOne ?? false)}
        {needed.length > 0 &&
          (props.ofOne
            ? 'If it is lost, only the wallet that paid can get a new one, on this page. '
            : 'If one is lost, only the wallet that paid can get a new one: on the page of the bounty on the board, choose “Open it as its poster”. ')}
        {keys.length === 0 &&
          (props.ofOne
            ? 'Open the key file that was saved there. '
            : 'Open the key file that was saved there. Without it, choose “Open it as its poster” on the page of the bounty on the board: the wallet that paid can get a new key there. ')}
        Anyone who has a key can see the films and, while the bounty is open, accept one or cancel: store the
        file where you store passwords.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {keys.length > 0 && (
          <button type="button" className="button" onClick={() => saveKeys(keys)}>
            {props.ofOne ? 'Save the key as a file' : 'Save the keys as a file'}
          </button>
        )}
        <label className="button has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink">
          Open a key file
          <input
            type="file"
            accept="application/json,.json"
            className="sr-only"
            onChange={(event) => {
              const [file] = event.target.files ?? []
              event.target.value = ''
              if (file) void read(file)
            }}
          />
        </label>
        {props.ofOne && props.keys[0] && (
          <ForgetKey bountyKey={props.keys[0]} isWrong={isWrong} status={props.status} />
        )}
      </div>
      <p role="status" className="mt-3 text-sm text-soft empty:hidden">
        {savedAt && (
          <>
            {props.ofOne ? 'Saved as a file' : 'All are saved as files, the last'}{' '}
            <Moment within iso={savedAt} />.
          </>
        )}
      </p>
      <p role="status" className={`mt-3 text-sm empty:hidden ${said?.isProblem ? 'text-bad' : 'text-soft'}`}>
        {said?.text ?? ''}
      </p>
    </section>
  )
}

/**
 * Where the keys are: a saved file may have been deleted since, so nothing follows from it.
 *
 * @param keys those that are still needed
 */
export function placesOf(keys: readonly Pick<BountyKey, 'saved_at'>[], ofOne: boolean): string {
  if (keys.length === 0)
    return ofOne
      ? 'You need not save it: the bounty ended without a paid film, and its refund needs no key. '
      : 'You need not save them: the bounties ended without a paid film, and their refunds need no key. '
  const unsaved = keys.filter((key) => key.saved_at === undefined).length
  if (unsaved === keys.length) return `${ofOne ? 'It is' : 'They are'} stored only in this browser. `
  if (unsaved > 0)
    return `${unsaved} of ${keys.length} ${unsaved === 1 ? 'is' : 'are'} stored only in this browser: save the file again. `
  return ofOne
    ? 'It is in this browser and in the file that you saved. '
    : 'They are in this browser and in the files that you saved. '
}

const withoutFilm: readonly BountyState[] = [
  'cancelling',
  'cancelled',
  'expired',
  'expired_refunded',
  'failed',
]

/** True if a bounty ended without a film, so that its key has nothing to open. */
export function hasNothingLeft(status: BountyState): boolean {
  return withoutFilm.includes(status)
}

/** The time at which the last key was saved as a file; `undefined` if one was never saved. ISO 8601 sorts by time. */
function lastSaved(keys: readonly BountyKey[]): string | undefined {
  const times = keys.flatMap((key) => key.saved_at ?? [])
  return times.length === keys.length ? times.toSorted().at(-1) : undefined
}

/** For a browser that several people use. */
function ForgetKey(props: { bountyKey: BountyKey; isWrong: boolean; status: BountyState | undefined }) {
  const { bountyKey, isWrong, status } = props
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <button type="button" className="button" onClick={() => setIsAsking(true)}>
        {isWrong ? 'Remove the key from this browser' : 'Remove it from this browser'}
      </button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Remove the key from this browser?"
        confirm="Remove the key"
        isBusy={false}
        problem={undefined}
        onClose={() => setIsAsking(false)}
        onConfirm={() => forgetBountyKey(bountyKey.bounty_id)}
      >
        <p>
          {isWrong
            ? 'It does not open this bounty.'
            : 'Save the key file first: without it, only the wallet that paid can open this bounty again.'}
        </p>
        <p>{afterRemoval(isWrong ? undefined : status)}</p>
      </ConfirmDialog>
    </>
  )
}

/** Says what happens to the bounty and its money if the key is removed from this browser. */
export function afterRemoval(status: BountyState | undefined): string {
  switch (status) {
    case 'paid':
    case 'creating':
    case 'open':
      return 'The bounty and its money stay as they are. If no film is accepted, all of it goes back to the wallet that paid at the deadline.'
    case 'accepting':
    case 'accepted':
      return 'You accepted a film. To download the film and its 3D model later, you need the key, or a new one that the wallet that paid can get.'
    case 'cancelling':
    case 'expired':
      return 'This bounty has ended. All of its money goes back to the wallet that paid, with or without the key.'
    case 'cancelled':
    case 'expired_refunded':
    case 'failed':
      return 'This bounty has ended, and all of its money went back to the wallet that paid.'
    default:
      return 'The bounty and its money stay as they are.'
  }
}

export function saveKeys(keys: readonly BountyKey[]): void {
  const name = keys.length === 1 ? `cairn-${keys[0]!.bounty_id}.json` : 'cairn-bounties.json'
  const saved = noteSavedKeys(keys, serviceNow().toISOString())
  saveText(name, 'application/json', writeKeyFile(saved))
}
