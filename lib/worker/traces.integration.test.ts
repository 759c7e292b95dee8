import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { requestLog } from '#db/schema/request-log'
import { flushSpans, setTracing, tracedStep } from '#lib/adapters/trace'
import { openTracing } from '#lib/adapters/trace-otel'
import type { CreatedBounty } from '#lib/schemas/bounty'
import { requestLogOf } from '#lib/services/requests/request-log'
import { type BountyFixture, startBountyFixture } from '#testing/bounty-fixture'
import { startOtlpReceiver } from '#testing/otlp-receiver'
import { createPayer, jsonPost, type PaidService, payingFetch, startPaidService } from '#testing/paid-service'

let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>
let fixture: BountyFixture
let service: PaidService

beforeAll(async () => {
  ;[receiver, fixture] = await Promise.all([startOtlpReceiver(), startBountyFixture()])
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.url)
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=tests')
  service = await startPaidService({ settings: fixture.settings })
})
afterAll(async () => {
  setTracing(undefined)
  vi.unstubAllEnvs()
  await service?.close()
  await fixture?.close()
  await receiver?.close()
})

/** From now on, the spans of this process name another one. */
const become = async (name: string) => {
  await flushSpans()
  setTracing(openTracing({ service: name }))
}

test('one trace shows a paid order from its request to its final transaction, and holds no secret and no place', async () => {
  const payer = await createPayer(fixture.chains, 60_000_000n)
  const traceId = randomBytes(16).toString('hex')
  const word = `canary${randomBytes(6).toString('hex')}`
  const secrets: string[] = [word, '48.858371', '2.294482', service.ctx.env.secretKey]
  await become('cairn-web')
  const order = jsonPost({ brief: `Film ${word} at 48.858371, 2.294482.`, title: word, amount_usdc: 50 })
  const response = await payingFetch(payer, ['eip155:8453'])(
    `${service.url}/api/v1/bounties?${word}=48.858371`,
    { ...order, headers: { ...order.headers, traceparent: `00-${traceId}-00f067aa0ba902b7-01` } },
  )
  expect(response.status, await response.clone().text()).toBe(201)
  const made = (await response.json()) as CreatedBounty
  secrets.push(made.agent_token)
  const requestId = response.headers.get('x-request-id')!
  await requestLogOf(service.ctx).flush()
  const [kept] = await fixture.ctx.db.select().from(requestLog).where(eq(requestLog.requestId, requestId))
  expect(kept).toMatchObject({ operation: 'createBounty', status: 201, traceId, bountyId: made.bounty_id })

  await become('cairn-worker')
  await tracedStep('step bounties', () => fixture.run())
  await tracedStep('step without work', async () => {})
  await flushSpans()

  const spans = receiver.spans().filter((span) => span.traceId === traceId)
  const seen = new Set(spans.map(({ service, name }) => `${service}: ${name}`))
  for (const name of [
    'cairn-web: request createBounty',
    'cairn-web: verify payment',
    'cairn-web: settle payment',
    'cairn-web: sign transaction',
    'cairn-web: broadcast transaction',
    'cairn-web: ask the chain',
    'cairn-web: database transaction',
    'cairn-worker: bounty ask',
    'cairn-worker: bounty record',
    'cairn-worker: sign transaction',
    'cairn-worker: broadcast transaction',
    'cairn-worker: confirm transaction',
  ])
    expect(seen, name).toContain(name)
  const paid = spans.find(({ attributes }) => attributes['cairn.request_id'] === requestId)
  expect(paid?.attributes).toMatchObject({
    'http.response.status_code': 201,
    'cairn.payment_id': kept!.paymentId,
    'cairn.bounty_id': made.bounty_id,
  })
  // Each span except the first has its parent in the trace.
  const ids = new Set(spans.map(({ spanId }) => spanId))
  for (const { name, parentSpanId } of spans)
    if (!name.startsWith('request ')) expect(ids.has(parentSpanId!), name).toBe(true)
  // A periodic step has a span only if it did some work.
  const steps = receiver.spans().filter(({ name }) => name.startsWith('step '))
  expect(steps.map(({ name }) => name)).toEqual(['step bounties'])

  const text = receiver.text()
  for (const secret of secrets) expect(text.includes(secret), secret).toBe(false)
  // No address, signature, calldata, bytes of a transaction, nor a number as fine as a place.
  expect(text).not.toMatch(/0x[0-9a-fA-F]{8,}/)
  expect(text).not.toMatch(/\d\.\d{4,}/)
  expect(text).toContain('deployment.environment.name')
})
