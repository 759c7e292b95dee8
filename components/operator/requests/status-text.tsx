import { isFrozenAnswer } from '#lib/domain/frozen'
import type { OperatorRequest } from '#lib/schemas/operator-request'
import { StateWord } from '../state-word.tsx'

/** The status, with the code of a refusal, or what a 402 means instead of its code. Internal errors are emphasized, also by a symbol; a freeze is
 * intended, so it is none. */
export function StatusText({ request }: { request: OperatorRequest }) {
  const { status, code } = request
  const isFrozen = isFrozenAnswer(request)
  const meaning = isFrozen ? 'service frozen' : meaningOf402(request)
  return (
    <span className="whitespace-nowrap">
      <span className="tabular-nums">
        {status >= 500 && !isFrozen ? <StateWord is="wrong">{status}</StateWord> : status}
      </span>
      {meaning && <span className="ml-2">{meaning}</span>}
      {meaning === undefined && code !== null && <code className="ml-2 text-sm">{code}</code>}
    </span>
  )
}

/** What a 402 means; `undefined` for other answers, and if it was not recorded. */
export function meaningOf402({ is_quote }: Pick<OperatorRequest, 'is_quote'>): string | undefined {
  if (is_quote === null) return undefined
  return is_quote ? 'price quoted' : 'payment refused'
}

/** Of a request that repeated a paid one. */
export const repeatText = 'Repeat: the stored answer, nothing charged again'
