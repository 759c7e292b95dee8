import { expect, test } from 'vitest'
import { type Env, parseEnv } from '#lib/adapters/env'
import { describeInterface } from '#lib/http/documents/openapi'
import { everything, offeredNames } from '#testing/answers/watch'
import { unchainedSettings } from '#testing/unchained-settings'

const usual = unchainedSettings('postgres://localhost/none')

/** The parts of the description that answers are checked against. */
function answersIn(env: Env): unknown {
  const { paths, components } = describeInterface(env, everything) as {
    paths: Record<string, Record<string, { operationId: string; responses: object }>>
    components: object
  }
  const responses = Object.entries(paths).map(([path, operations]) => [
    path,
    Object.entries(operations).map(([method, { operationId, responses }]) => [
      method,
      operationId,
      responses,
    ]),
  ])
  return { responses, components }
}

test('deployments with the same operations share a checker of answers', () => {
  const one = parseEnv(usual)
  const other = parseEnv({
    ...usual,
    BASE_URL: 'http://other.example',
    CONTACT_EMAIL: 'somebody@other.example',
    UPLOAD_MAX_BYTES: '1000000',
    BOUNTY_MIN_USDC: '60',
    BOUNTY_MAX_USDC: '70',
    PRICE_QUERY_USDC: '0.02',
  })
  expect(offeredNames(other)).toEqual(offeredNames(one))
  expect(answersIn(other)).toEqual(answersIn(one))
})

test('deployments with different operations share none', () => {
  const sandbox = parseEnv({ ...usual, CAIRN_MODE: 'sandbox' })
  const { push: _, ...withoutPush } = sandbox
  expect(offeredNames(withoutPush as unknown as Env)).not.toEqual(
    offeredNames({ ...sandbox, push: {} } as unknown as Env),
  )
})
