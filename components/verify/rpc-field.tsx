'use client'
import { useState } from 'react'
import { type Endpoints, isEndpoint } from './use-endpoints.ts'

type Props = {
  endpoints: Endpoints
  chainId: number
}

/** Lets the reader read the chain through endpoints they trust instead of the one this service names. */
export function RpcField({ endpoints, chainId }: Props) {
  const [problem, setProblem] = useState('')
  const { own } = endpoints
  const submit = (form: FormData) => {
    const [rpcUrl = '', witnessUrl = ''] = ['rpc', 'witness'].map((name) =>
      String(form.get(name) ?? '').trim(),
    )
    const wrong = [rpcUrl, witnessUrl].some((text) => text !== '' && !isEndpoint(text))
    const first = rpcUrl || endpoints.rpcUrl
    const isSame = witnessUrl !== '' && witnessUrl === first
    setProblem(
      wrong
        ? 'This is not an http or https address.'
        : isSame
          ? 'The second endpoint is the same as the first. Use a different one, run by someone else.'
          : '',
    )
    if (!wrong && !isSame) endpoints.setOwn({ rpcUrl, witnessUrl })
  }
  return (
    <details className="border-t border-line pt-4" open={endpoints.rpcUrl === undefined || undefined}>
      <summary className="min-h-8 text-sm font-semibold">Chain endpoint</summary>
      <form action={submit} className="mt-2" key={`${own.rpcUrl} ${own.witnessUrl}`}>
        <label htmlFor="rpc" className="block text-sm text-soft">
          The attestation is read from chain {chainId} by your browser. Use an endpoint you trust:
        </label>
        <EndpointInput id="rpc" value={own.rpcUrl} placeholder={endpoints.rpcUrl} />
        <label htmlFor="witness" className="mt-4 block text-sm text-soft">
          A second witness (optional). Both must agree:
        </label>
        <EndpointInput id="witness" value={own.witnessUrl} />
        <button type="submit" className="button mt-3">
          Use these endpoints
        </button>
        <p id="rpc-problem" role="alert" className="mt-1 text-sm text-bad empty:hidden">
          {problem}
        </p>
      </form>
    </details>
  )
}

function EndpointInput({
  id,
  value,
  placeholder,
}: {
  id: string
  value: string
  placeholder?: string | undefined
}) {
  return (
    <input
      id={id}
      name={id}
      className="field mt-2 w-full"
      defaultValue={value}
      placeholder={placeholder ?? 'https://…'}
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      aria-describedby="rpc-problem"
    />
  )
}
