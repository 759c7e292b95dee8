import type { Field, Shape } from '#lib/schemas/reference/fields'

export type Method = 'GET' | 'POST' | 'HEAD' | 'PUT' | 'PATCH' | 'DELETE'

/** An operation as its page shows it. Texts are Markdown. */
export type OperationView = {
  id: string
  group: string
  method: Method
  path: string
  title: string
  description: string
  /** Absent: free. */
  price?: { text: string /** USDC, when it is the same for every call. */; amount?: string }
  credential: 'none' | 'payment' | 'agent_token' | 'session' | 'enterprise_key'
  isSandboxOnly: boolean
  /** Its answers say until when it is there. */
  isDeprecated: boolean
  parameters: (Field & { in: 'path' | 'query' | 'header' })[]
  body?: Shape & { type: string; contentType: string }
  /** What of it is sent in an example; absent where the description has none. */
  sample?: Sample
  answer: {
    status: number
    headers: Field[]
    /** It goes on, and `shape` is that of each event. */
    isStream: boolean
    shape?: Shape
    example?: unknown
  }
  errors: { code: string; status: number; meaning: string }[]
  /** The tool for agents that does the same. */
  tool?: { name: string; arguments: Record<string, unknown> }
}

/** A request, as an example. */
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

/** What a heading is called in an address. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^-+|-+$/g, '')
}
