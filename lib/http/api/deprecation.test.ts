import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { realClock } from '#lib/adapters/clock'
import { parseEnv } from '#lib/adapters/env'
import { describeOperation } from '#lib/http/documents/openapi'
import { route } from '#lib/http/route'
import { defineOperation } from '#lib/operations/define-operation'
import { unchainedSettings } from '#testing/unchained-settings'

const env = parseEnv(unchainedSettings('postgres://localhost/none'))
const asked = z.object({ word: z.string() })

const goes = defineOperation({
  name: 'sayAgain',
  method: 'GET',
  path: '/api/v1/echo/{word}',
  summary: 'Say a word again',
  description: 'Says what it was told.',
  request: { params: asked },
  output: asked,
  errors: [],
  limit: 'none',
  deprecated: {
    since: '2027-01-04T00:00:00Z',
    sunset: '2028-01-04T00:00:00Z',
    link: 'https://cairn.example/docs/versioning#echo',
  },
  parse: ({ params }) => asked.parse(params),
  run: async ({ input }) => input,
})
const stays = { ...goes, deprecated: undefined }
const ask = (operation: typeof goes | typeof stays, method = 'GET') => {
  const request = new Request(`${env.baseUrl}/api/v1/echo/stone`, { method })
  return route(operation as typeof goes, async () => ({ env, clock: realClock }) as never)[method as 'GET'](
    request,
  )
}

describe('an operation that will go', () => {
  let answers: Response[]
  beforeAll(async () => {
    answers = await Promise.all(['GET', 'HEAD', 'POST'].map((method) => ask(goes, method)))
  })

  test('says so in every answer, refusals too: since when, until when, and where to read on', () => {
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 405])
    for (const { headers } of answers) {
      expect(headers.get('deprecation')).toBe(`@${Date.parse('2027-01-04T00:00:00Z') / 1_000}`)
      expect(headers.get('sunset')).toBe('Tue, 04 Jan 2028 00:00:00 GMT')
      expect(headers.get('link')).toContain(
        '<https://cairn.example/docs/versioning#echo>; rel="deprecation"; type="text/html"',
      )
    }
  })

  test('says so to pages of other origins', () => {
    for (const name of ['Deprecation', 'Sunset', 'Link'])
      expect(answers[0]!.headers.get('access-control-expose-headers')!.split(', ')).toContain(name)
  })

  test('is marked in the description of the interface, with these headers in each answer', () => {
    const described = describeOperation(goes, env)
    expect(described.deprecated).toBe(true)
    for (const response of Object.values(described.responses as Record<string, { headers: object }>))
      expect(Object.keys(response.headers)).toEqual(expect.arrayContaining(['Deprecation', 'Sunset', 'Link']))
  })
})

test('an operation that stays says nothing of the kind', async () => {
  const { headers } = await ask(stays)
  expect([headers.get('deprecation'), headers.get('sunset'), headers.get('link')]).toEqual([null, null, null])
  expect(describeOperation(stays as typeof goes, env)).not.toHaveProperty('deprecated')
})
