'use client'
import { type ComponentType, useEffect, useState } from 'react'
import { type Newest, NewestWords } from '../explore/newest-words.tsx'
import { useStirred } from '../map/use-stirred.ts'

type Props = { newest: Newest | undefined }

/** The line about new captures. The code that watches for more of them is loaded on the first input event of the page. */
export function HomeLive({ newest }: Props) {
  const hasStirred = useStirred()
  const [Live, setLive] = useState<ComponentType<Props>>()
  useEffect(() => {
    if (!hasStirred) return
    import('../explore/live-status.tsx').then(
      (module) => setLive(() => module.LiveStatus),
      // The page works without news.
      () => undefined,
    )
  }, [hasStirred])
  return Live ? (
    <Live newest={newest} />
  ) : (
    <p className="live-line">{newest && <NewestWords {...newest} />}</p>
  )
}
