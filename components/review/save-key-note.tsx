'use client'
import type { BountyKey } from '#lib/client/bounty-keys'
import type { BountyState } from '#lib/domain/bounty/bounty'
import { hasNothingLeft, saveKeys } from './key-tools.tsx'

/** Offers to save the key until it was saved once, unless the bounty ended with nothing to download. */
export function SaveKeyNote({ bountyKey, status }: { bountyKey: BountyKey; status: BountyState }) {
  if (bountyKey.saved_at !== undefined || hasNothingLeft(status)) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-l-2 border-wait pl-4 text-sm">
      <p className="max-w-[56ch]">
        The key to this bounty is stored only in this browser. Save it as a file, so that you can open the
        bounty again.
      </p>
      <button type="button" className="button" onClick={() => saveKeys([bountyKey])}>
        Save the key
      </button>
    </div>
  )
}
