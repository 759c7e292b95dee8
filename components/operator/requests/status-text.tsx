import type { OperatorRequest } from '#lib/schemas/operator-request'
import { StateWord } from '../state-word.tsx'

/** The status, with the code of a refusal. Internal errors are emphasized, also by a symbol. */
export function StatusText({ request: { status, code } }: { request: OperatorRequest }) {
  return (
    <span className="whitespace-nowrap">
      <span className="tabular-nums">
        {status >= 500 ? <StateWord is="wrong">{status}</StateWord> : status}
      </span>
      {code !== null && <code className="ml-2 text-sm">{code}</code>}
    </span>
  )
}
