'use client'
import { useContext, useEffect, useState } from 'react'
import { DemoNote } from '#components/site/demo-mark'
import { NotCheckedError } from '#lib/client/fetch-json'
import type { Likeness } from '#lib/client/find-likeness'
import { useWhenOnline } from '../ui/use-when-online.ts'
import { LikenessMatches } from './likeness-matches.tsx'
import { likenessWords } from './likeness-words.ts'
import { SurroundingsContext } from './surroundings.ts'

type Stage = { is: 'looking' } | { is: 'looked'; likeness: Likeness } | { is: 'failed'; reason: string }

const matchesShown = 3

/** For a file without a record: the attested files that it looks like. Their proofs are linked; theirs are never those of this file. */
export default function FileLikeness({
  file,
  kind,
  linkedSha256,
  onUnreadable,
  isDamaged,
}: {
  file: File
  kind: 'photo' | 'film'
  linkedSha256: string | undefined
  onUnreadable: (file: File) => void
  isDamaged: boolean
}) {
  const [stage, setStage] = useState<Stage>({ is: 'looking' })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks for the same file again
  useEffect(() => {
    const abort = new AbortController()
    setStage({ is: 'looking' })
    const look = async () => {
      const { findLikeness } = await import('#lib/client/find-likeness')
      return findLikeness(file, kind, abort.signal)
    }
    const show = (next: Stage) => !abort.signal.aborted && setStage(next)
    look().then(
      (likeness) => {
        show({ is: 'looked', likeness })
        if (likeness.is === 'unreadable' && !abort.signal.aborted) onUnreadable(file)
      },
      (error) => show({ is: 'failed', reason: reasonOf(error) }),
    )
    return () => abort.abort(new Error('another file'))
  }, [file, kind, attempt])
  const retry = () => setAttempt(attempt + 1)
  useWhenOnline(stage.is === 'failed', retry)
  return (
    <section
      aria-label="Attested captures that look alike"
      aria-live="polite"
      aria-busy={stage.is === 'looking'}
      data-likeness={stage.is === 'looked' ? stage.likeness.is : stage.is}
      className="text-sm"
    >
      {stage.is === 'looking' && (
        <p className="text-soft">Looking for pictures on record that look like it…</p>
      )}
      {stage.is === 'failed' && (
        <p className="max-w-[52ch] text-soft">
          Not compared by its looks: {stage.reason}{' '}
          <button type="button" className="font-semibold text-ink underline" onClick={retry}>
            Try again
          </button>
        </p>
      )}
      {stage.is === 'looked' && <Found likeness={stage.likeness} {...{ kind, linkedSha256, isDamaged }} />}
    </section>
  )
}

function Found(props: {
  likeness: Likeness
  kind: 'photo' | 'film'
  linkedSha256: string | undefined
  isDamaged: boolean
}) {
  const { kind, linkedSha256, isDamaged } = props
  const isDemo = useContext(SurroundingsContext)?.isDemo
  const likeness = withFewMatches(props.likeness)
  const { title, meaning } = likenessWords(likeness, kind, { linkedSha256, isDamaged })
  if (likeness.is !== 'alike')
    return (
      <p className="max-w-[52ch] text-soft">
        {title}. {meaning}
      </p>
    )
  return (
    <>
      <div className="border-l-2 border-wait pl-4">
        <h2 className="text-base">{title}</h2>
        <p className="mt-2 max-w-[66ch] text-soft">{meaning}</p>
        <LikenessMatches matches={likeness.matches} linkedSha256={linkedSha256} />
        <p className="mt-3 text-xs text-soft">
          Found by hashes of how the picture looks. The picture itself stayed on this device.
        </p>
      </div>
      {/* Below the match, which a phone then shows at once. */}
      {isDemo && <DemoNote className="mt-3 max-w-[60ch]" end="This is no evidence." />}
    </>
  )
}

/** The most similar matches, which are shown. */
function withFewMatches(likeness: Likeness): Likeness {
  return likeness.is === 'alike'
    ? { ...likeness, matches: likeness.matches.slice(0, matchesShown) }
    : likeness
}

function reasonOf(error: unknown): string {
  return error instanceof NotCheckedError ? error.message : 'a part of this page could not be loaded.'
}
