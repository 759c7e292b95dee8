'use client'
import { readUnfinished, unfinishedText } from './unfinished-action.ts'

/** For the sign-in after a session that ended while the dialog of an action was open: whether it was carried out. */
export function UnfinishedNote() {
  const unfinished = readUnfinished()
  if (!unfinished) return null
  return (
    <p className="mt-2">{unfinishedText(unfinished)} Your reason is still here: sign in to see it again.</p>
  )
}
