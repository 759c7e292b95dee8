'use client'
import { type ComponentType, useEffect, useState } from 'react'
import { type Newest, NewestWords } from '../explore/newest-words.tsx'
import { useHadInput } from '../map/use-had-input.ts'

type Props = { newest: Newest | undefined }

/** The line about new captures. The code that watches for more of them is loaded on the first input event of the page. */
export function HomeLive({ newest }: Props) {
  const hadInput = useHadInput()
  const [Live, setLive] = useState<ComponentType<Props>>()
  useEffect(() => {
    if (!hadInput) return
    import('../explore/live-status.tsx').then(
      (module) => setLive(() => module.LiveStatus),
      // The page works without news.
      () => undefined,
    )
  }, [hadInput])
  return Live ? (
    <Live newest={newest} />
  ) : (
    <p className="live-line">{newest && <NewestWords {...newest} />}</p>
  )
}
