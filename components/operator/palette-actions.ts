'use client'
import { useRouter } from 'next/navigation'
import { useSignOut } from '../wallet/use-session.ts'
import { useFreeze } from './freeze-state.tsx'
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
  const { data: service } = useFreeze()
  return [
    ...timeFormats.map(([format, text, words]) => ({ text, words, run: () => choose(format) })),
    {
      text: service?.freeze ? 'Unfreeze the service' : 'Freeze the service',
      words: 'pause stop halt resume start payments selling signing',
      // The place of the action, which asks for a reason.
      run: () => router.push(service?.freeze ? '/operator#frozen' : '/operator#freeze'),
    },
    {
      text: 'Show hidden bounties',
      words: 'hide unhide show again moderation',
      run: () => router.push('/operator/bounties?hidden=true'),
    },
    { text: 'Sign out', words: 'log out leave wallet', run: () => signOut() },
  ]
}
