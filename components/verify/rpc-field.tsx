'use client'
import { useState } from 'react'
import type { RpcUrl } from './use-rpc-url.ts'

/** Lets the reader read the chain through an endpoint they trust instead of the one this service names. */
export function RpcField({ rpc, chainId }: { rpc: RpcUrl; chainId: number }) {
  const [problem, setProblem] = useState('')
  const submit = (form: FormData) => {
    const text = String(form.get('rpc')).trim()
    const isUrl = text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
    setProblem(isUrl ? '' : 'That is not an http or https address.')
    if (isUrl) rpc.setOwn(text)
  }
  return (
    <details className="border-t border-line pt-4" open={rpc.url === undefined || undefined}>
      <summary className="min-h-8 text-sm font-semibold">Chain endpoint</summary>
      <form action={submit} className="mt-2">
        <label htmlFor="rpc" className="block text-sm text-soft">
          The attestation is read from chain {chainId} by your browser. Use an endpoint you trust:
        </label>
        <div className="mt-3 flex gap-2">
          <input
            id="rpc"
            name="rpc"
            key={rpc.own}
            className="field w-full"
            defaultValue={rpc.own}
            placeholder={rpc.url ?? 'https://…'}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            aria-describedby="rpc-problem"
          />
          <button type="submit" className="button">
            Use
          </button>
        </div>
        <p id="rpc-problem" role="alert" className="mt-1 text-sm text-bad empty:hidden">
          {problem}
        </p>
      </form>
    </details>
  )
}
