import type { OperatorRequest } from '#lib/schemas/operator-request'

/** The status, with the code of a refusal; a fault of ours stands out, in words too. */
export function StatusText({ request: { status, code } }: { request: OperatorRequest }) {
  return (
    <span className="whitespace-nowrap">
      <span className={`tabular-nums ${status >= 500 ? 'font-semibold text-bad' : ''}`}>{status}</span>
      {code !== null && <code className="ml-2 text-sm">{code}</code>}
    </span>
  )
}
