import type { Field, Shape } from '#lib/schemas/reference/fields'

// Paths of operations, filled in and as names.

export type Method = 'GET' | 'POST' | 'HEAD' | 'PUT' | 'PATCH' | 'DELETE'

/** An operation, for display on its page. Texts are Markdown. */
export type OperationView = {
  id: string
  group: string
  method: Method
  path: string
  title: string
  description: string
  /** Absent if free. */
  price?: { text: string /** USDC, if the price is fixed. */; amount?: string }
  credential: 'none' | 'payment' | 'agent_token' | 'session' | 'enterprise_key'
  isSandboxOnly: boolean
  /** True if the operation is deprecated. Its answers then name the date of its removal. */
  isDeprecated: boolean
  parameters: (Field & { in: 'path' | 'query' | 'header' })[]
  body?: Shape & { type: string; contentType: string }
  /** The request of the example; absent if the description has no example. */
  sample?: Sample
  answer: {
    status: number
    headers: Field[]
    /** A stream of events; `shape` describes each event. */
    isStream: boolean
    shape?: Shape
    example?: unknown
  }
  errors: { code: string; status: number; meaning: string }[]
  /** The tool for agents that does the same. */
  tool?: { name: string; arguments: Record<string, unknown> }
}

/** An example of a request. */
export type Sample = {
  params: Record<string, string>
  query: Record<string, string>
  headers: Record<string, string>
  body?: unknown
}

/** The path with its parameters filled in, percent-encoded. */
export function fillPath(path: string, sample: Pick<Sample, 'params' | 'query'>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(sample.params[name] ?? ''),
  )
  const query = new URLSearchParams(sample.query).toString()
  return query === '' ? filled : `${filled}?${query}`
}

/** The anchor of a heading. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^-+|-+$/g, '')
}
