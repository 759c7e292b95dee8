'use client'
import { useState } from 'react'
import type { Intake } from './use-intake.ts'

/** Checks a photograph that this sandbox has attested, as if the visitor had dropped it. */
export function SampleButton({ intake }: { intake: Intake }) {
  const [state, setState] = useState<'ready' | 'loading' | 'failed'>('ready')
  const load = async () => {
    setState('loading')
    try {
      const answer = await fetch('/sample.jpg')
      if (!answer.ok) throw new Error(String(answer.status))
      intake.take(new File([await answer.blob()], 'street-in-lund.jpg', { type: 'image/jpeg' }))
    } catch {
      setState('failed')
    }
  }
  return (
    <button type="button" className="button" disabled={state === 'loading'} onClick={load}>
      {state === 'failed' ? 'The sample did not load. Try again' : 'Try a sample photo'}
    </button>
  )
}
