import { ApiRefusal } from '#lib/client/api-refusal'

/** An action whose dialog was open when the session of its operator ended. */
export type UnfinishedAction = {
  /** The wallet that is to go on with it: the next one to sign in may be another. */
  operator: string
  asked: { action: string; input: Record<string, unknown> }
  label: string
  bountyTitle?: string | undefined
  reason: string
  /** `sent`: it may have been carried out, because its answer did not arrive. `refused`: it was not carried out. */
  run: 'not sent' | 'sent' | 'refused'
}

/** In memory only: the console is replaced by the sign-in without leaving the page. */
let unfinished: UnfinishedAction | undefined

export const readUnfinished = () => unfinished

export function writeUnfinished(action: UnfinishedAction | undefined): void {
  unfinished = action
}

/** Sends the request that carries out the action, and stores whether it did. */
export async function noteRun<Done>(send: () => Promise<Done>): Promise<Done> {
  // Its dialog may be closed, and that of another action opened, before the answer arrives.
  const asked = unfinished?.asked
  const note = (is: UnfinishedAction['run']) => {
    if (unfinished?.asked === asked && unfinished) unfinished = { ...unfinished, run: is }
  }
  note('sent')
  try {
    const done = await send()
    if (unfinished?.asked === asked) unfinished = undefined
    return done
  } catch (error) {
    if (error instanceof ApiRefusal && error.status >= 400 && error.status < 500) note('refused')
    throw error
  }
}

/** Whether the action was carried out, for its operator. */
export function unfinishedText({ label, run }: Pick<UnfinishedAction, 'label' | 'run'>): string {
  return run === 'sent'
    ? `It is not known whether “${label}” was carried out: the audit log says so.`
    : `“${label}” was not carried out.`
}
