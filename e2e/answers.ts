import { test as base, expect, type Response as PageResponse } from '@playwright/test'
import { type Checker, createAnswerChecker } from '#testing/answers/checker'
import { sandboxFacts } from './sandbox-facts.ts'

// Checks every answer of the API in a journey, whether requested by a page or by a program, against the service's own OpenAPI document.

const origin = new URL(sandboxFacts().base_url).origin
const plainFetch = globalThis.fetch
const looks: Promise<string[]>[] = []

let checker: Promise<Checker> | undefined
function description(): Promise<Checker> {
  checker ??= plainFetch(`${origin}/openapi.json`)
    .then((answer) => answer.json())
    .then((document) => createAnswerChecker(document as object))
  return checker
}

const isWatched = (url: string) => url.startsWith(`${origin}/api/`)
const isJson = (headers: Headers) => headers.get('content-type')?.startsWith('application/json') ?? false

globalThis.fetch = async (input, init) => {
  const answer = await plainFetch(input, init)
  const { url, status, headers } = answer
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
  if (isWatched(url) && method !== 'OPTIONS') {
    const copy = isJson(headers) ? answer.clone() : undefined
    looks.push(look({ method, url, status, headers, text: async () => (copy ? copy.text() : '') }))
  }
  return answer
}

function lookAt(answer: PageResponse): void {
  const method = answer.request().method()
  if (!isWatched(answer.url()) || method === 'OPTIONS') return
  const headers = async () => {
    const told = new Headers()
    for (const { name, value } of await answer.headersArray()) told.append(name, value)
    return told
  }
  const seen = async () => {
    // Answers that the journey itself mocks do not come from a server.
    if ((await answer.serverAddr()) === null) return []
    const all = await headers()
    // A cached answer that the browser revalidated is reported as 200 with the headers of the 304.
    const asked = await answer.request().allHeaders()
    if (asked['if-none-match'] && !all.has('content-type')) return []
    const text = () => (isJson(all) ? answer.text() : Promise.resolve(''))
    return look({ method, url: answer.url(), status: answer.status(), headers: all, text })
  }
  // Answers to a page that was closed before they were read cannot be checked.
  looks.push(seen().catch(() => []))
}

async function look(answer: {
  method: string
  url: string
  status: number
  headers: Headers
  text: () => Promise<string>
}): Promise<string[]> {
  const check = await description()
  const { text, ...rest } = answer
  const body = await text().catch(() => undefined)
  return body === undefined ? [] : check({ ...rest, body })
}

/** A journey fails when an answer in it is not documented: its status, a header, a member. */
export const test = base.extend<{ documented: undefined }>({
  documented: [
    async ({ context }, use) => {
      context.on('response', lookAt)
      await use(undefined)
      const found = (await Promise.all(looks.splice(0))).flat()
      expect([...new Set(found)], 'answers that break the description of the interface').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
