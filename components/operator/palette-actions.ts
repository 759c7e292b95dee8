'use client'
import { useRouter } from 'next/navigation'
import { useSignOut } from '../wallet/use-session.ts'
import { useOpenAction } from './action-button.tsx'
import { freezing, unfreezing, useFreeze } from './freeze-state.tsx'
import { useFrozen } from './overview/use-overview.ts'
import { type TimeFormat, useTimeFormat } from './time-format.tsx'

type PaletteAction = { text: string; words: string; run: () => void }

const timeFormats: readonly [TimeFormat, string, string][] = [
  ['local', 'Show local times', 'clock time zone'],
  ['utc', 'Show times in UTC', 'clock time zone gmt'],
  ['age', 'Show times as ages', 'clock ago'],
]

/** What the palette can do in addition to opening pages. `words`: other search terms for it. */
export function usePaletteActions(): PaletteAction[] {
  const { choose } = useTimeFormat()
  const { mutate: signOut } = useSignOut()
  const router = useRouter()
  const frozen = useFrozen()
  const { progress } = useFreeze()
  const open = useOpenAction()
  return [
    ...timeFormats.map(([format, text, words]) => ({ text, words, run: () => choose(format) })),
    {
      text: frozen ? 'Unfreeze the service' : 'Freeze the service',
      words: 'frozen pause stop halt resume start payments selling signing',
      run: () => {
        if (!frozen) open(freezing)
        // What still hinders it is in the banner.
        else if (!progress || progress.refusal) router.push('/operator#frozen')
        else open(unfreezing(progress.audit?.digest ?? null))
      },
    },
    {
      text: 'Show hidden bounties',
      words: 'hide unhide show again moderation',
      run: () => router.push('/operator/bounties?hidden=true'),
    },
    { text: 'Sign out', words: 'log out leave wallet', run: () => signOut() },
  ]
}
