'use client'
import { useState } from 'react'
import { isEndpoint, type RpcUrl } from './use-rpc-url.ts'

type Props = {
  rpc: RpcUrl
  chainId: number
  /** Offers a second endpoint too; whoever reads the chain then has to ask both. */
  withWitness?: boolean
}

/** Lets the reader read the chain through endpoints they trust instead of the one this service names. */
export function RpcField({ rpc, chainId, withWitness }: Props) {
  const [problem, setProblem] = useState('')
  const { own } = rpc
  const submit = (form: FormData) => {
    const [rpcUrl = '', witnessUrl = ''] = ['rpc', 'witness'].map((name) =>
      String(form.get(name) ?? '').trim(),
    )
    const wrong = [rpcUrl, witnessUrl].some((text) => text !== '' && !isEndpoint(text))
    const first = rpcUrl || rpc.url
    const isSame = witnessUrl !== '' && witnessUrl === first
    setProblem(
      wrong
        ? 'That is not an http or https address.'
        : isSame
          ? 'The second endpoint is the first one again. Name another, run by somebody else.'
          : '',
    )
    if (!wrong && !isSame) rpc.setOwn({ rpcUrl, witnessUrl: withWitness ? witnessUrl : own.witnessUrl })
  }
  return (
    <details className="border-t border-line pt-4" open={rpc.url === undefined || undefined}>
      <summary className="min-h-8 text-sm font-semibold">Chain endpoint</summary>
      <form action={submit} className="mt-2" key={`${own.rpcUrl} ${own.witnessUrl}`}>
        <label htmlFor="rpc" className="block text-sm text-soft">
          The attestation is read from chain {chainId} by your browser. Use an endpoint you trust:
        </label>
        <EndpointInput id="rpc" value={own.rpcUrl} placeholder={rpc.url} />
        {withWitness && (
          <>
            <label htmlFor="witness" className="mt-4 block text-sm text-soft">
              A second witness, if you like. Only what both say counts:
            </label>
            <EndpointInput id="witness" value={own.witnessUrl} />
          </>
        )}
        <button type="submit" className="button mt-3">
          {withWitness ? 'Use these endpoints' : 'Use this endpoint'}
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
