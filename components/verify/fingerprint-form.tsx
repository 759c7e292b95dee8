'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { parseFingerprint } from '#lib/domain/proof/fingerprint'

/** Opens the permanent address of a check. */
export function FingerprintForm() {
  const router = useRouter()
  const [problem, setProblem] = useState('')
  const submit = (form: FormData) => {
    const sha256 = parseFingerprint(String(form.get('sha256')))
    setProblem(sha256 ? '' : 'A SHA-256 has 64 digits from 0 to 9 and a to f.')
    if (sha256) router.push(`/verify/${sha256}`)
  }
  return (
    <form action={submit}>
      <label htmlFor="sha256" className="text-lg font-semibold tracking-tight">
        Or paste a fingerprint
      </label>
      <p className="mt-1 text-sm text-soft">
        The SHA-256 of the file, as <code className="text-xs">sha256sum</code> prints it.
      </p>
      <div className="mt-3 flex gap-2">
        <input
          id="sha256"
          name="sha256"
          className="field w-full"
          placeholder="64 hex digits"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={problem !== ''}
          aria-describedby="sha256-problem"
        />
        <button type="submit" className="button">
          Check
        </button>
      </div>
      <p id="sha256-problem" role="alert" className="mt-1 text-sm text-bad empty:hidden">
        {problem}
      </p>
    </form>
  )
}
