'use client'
import { useEffect, useState } from 'react'
import { Fact } from '#components/ui/fact'
import { Moment } from '#components/ui/moment'
import { aiText, credentialMeaning, credentialSentence, editsText } from '#lib/domain/proof/credential-words'
import type { Credentials } from '#lib/domain/proof/credentials'
import { trustListDate } from '#lib/domain/proof/trust-list'
import { isoSeconds } from '#lib/domain/text/iso-time'
import { useWhenOnline } from '../ui/use-when-online.ts'

type Stage =
  | { is: 'reading' }
  | { is: 'read'; credentials: Credentials }
  | { is: 'unsupported' }
  | { is: 'failed' }

/** The Content Credentials of a checked file. They are validated on this device, and the validator is loaded only now. */
export default function FileCredentials(props: {
  file: File
  /** Called if the credentials are valid: the file has not changed since it was signed. */
  onAsSigned: (file: File) => void
}) {
  const { file, onAsSigned } = props
  const [stage, setStage] = useState<Stage>({ is: 'reading' })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads the same file again
  useEffect(() => {
    const abort = new AbortController()
    setStage({ is: 'reading' })
    const read = async () => {
      const { readFileCredentials } = await import('#lib/client/read-credentials')
      const credentials = await readFileCredentials(file, abort.signal)
      return credentials ? ({ is: 'read', credentials } as const) : ({ is: 'unsupported' } as const)
    }
    read().then(
      (next) => {
        if (abort.signal.aborted) return
        setStage(next)
        if (next.is === 'read' && isValid(next.credentials)) onAsSigned(file)
      },
      () => !abort.signal.aborted && setStage({ is: 'failed' }),
    )
    return () => abort.abort(new Error('another file'))
  }, [file, attempt])
  const retry = () => setAttempt(attempt + 1)
  useWhenOnline(stage.is === 'failed', retry)
  return (
    <section
      aria-label="Content Credentials"
      aria-live="polite"
      aria-busy={stage.is === 'reading'}
      data-credentials={stage.is === 'read' ? stage.credentials.state : stage.is}
      className="max-w-[52ch] text-sm"
    >
      {stage.is === 'reading' && <p className="text-soft">Reading Content Credentials…</p>}
      {stage.is === 'unsupported' && (
        <p className="text-soft">Content Credentials are not read from this kind of file.</p>
      )}
      {stage.is === 'failed' && (
        <p className="text-soft">
          Content Credentials were not checked: a part of this page could not be loaded.{' '}
          <button type="button" className="font-semibold text-ink underline" onClick={retry}>
            Try again
          </button>
        </p>
      )}
      {stage.is === 'read' && <Verdict credentials={stage.credentials} />}
    </section>
  )
}

const edges = {
  trusted: 'border-good',
  untrusted: 'border-wait',
  does_not_match: 'border-bad',
  could_not_validate: 'border-wait',
} as const

function isValid({ state }: Credentials): boolean {
  return state === 'trusted' || state === 'untrusted'
}

function Verdict({ credentials }: { credentials: Credentials }) {
  const { state, signedAt, generator } = credentials
  const sentence = credentialSentence(credentials)
  if (state === 'none') return <p className="text-soft">{sentence}</p>
  const ai = aiText(credentials)
  const edits = editsText(credentials)
  // Statements of a signature that does not match the file are left out, because they are about other bytes.
  const isOfFile = isValid(credentials)
  return (
    <div className={`border-l-2 pl-4 ${edges[state]}`}>
      <h2 className="caption">Content Credentials</h2>
      <p className="mt-1 font-semibold wrap-anywhere">{sentence}</p>
      <p className="mt-1 text-soft">{credentialMeaning(credentials)}</p>
      {isOfFile && (
        <dl className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-2 empty:hidden">
          {signedAt !== null && (
            <Fact name="Signed">
              <Moment iso={isoSeconds(signedAt)} />
            </Fact>
          )}
          {generator && (
            <Fact name="Camera or program, as the credentials name it" className="wrap-anywhere">
              {generator}
            </Fact>
          )}
          {ai && <Fact name="AI">{ai}</Fact>}
          {edits && <Fact name="Declared changes">{edits}</Fact>}
        </dl>
      )}
      {isOfFile && (
        <p className="mt-3 text-xs text-soft">
          C2PA trust list of <Moment iso={`${trustListDate}T00:00:00Z`} show="date" />. Revocations are not
          looked up.
        </p>
      )}
    </div>
  )
}
