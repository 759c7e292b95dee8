import { validateDiscoveryExtension, validateDiscoveryExtensionSpec } from '@x402/extensions/bazaar'
import Ajv2020 from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { parseEnv } from '#lib/adapters/env'
import { listingOf } from '#lib/http/api/listing'
import { inlineSchema } from '#lib/http/documents/inline-schema'
import { operations } from '#lib/operations/catalog'
import type { Operation } from '#lib/operations/define-operation'
import { unchainedSettings } from '#testing/unchained-settings'

const env = parseEnv(unchainedSettings('postgres://localhost/none'))
const sold = (operations as Operation[]).filter((one) => one.payment !== undefined)
const ajv = new Ajv2020({ strict: false, formats: { uri: true } })

describe.each(sold.map((operation) => [operation.name, operation] as const))(
  'the listing of %s',
  (_, operation) => {
    const { brief, whole, resource, tags } = listingOf(operation, env)
    const params = operation.example!.params ?? {}

    test.each(['brief', 'whole'] as const)('is what directories take, %s', (form) => {
      const listing = { brief, whole }[form](params)
      expect(validateDiscoveryExtensionSpec(listing as never)).toEqual({ valid: true })
      expect(validateDiscoveryExtension(listing as never)).toEqual({ valid: true })
      expect(listing.info).toMatchObject({ input: { type: 'http', method: operation.method } })
    })

    test('names the path that all its requests share', () => {
      expect(whole(params).routeTemplate).toBe(
        operation.path.includes('{') ? operation.path.replace(/\{(\w+)\}/, ':$1') : undefined,
      )
    })

    test('has an example of the request that is valid unchanged, and one of the answer', () => {
      const { input, output } = whole(params).info as {
        input: { body?: unknown }
        output: { example: object }
      }
      if (operation.request.body)
        expect(() =>
          operation.parse({ params: {}, query: {}, headers: {}, body: input.body }, { now: new Date(), env }),
        ).not.toThrow()
      expect(ajv.validate(inlineSchema(operation.output, 'output'), output.example)).toBe(true)
    })

    test('says of a sandbox that its money is no money, and of production nothing', () => {
      expect(resource.description).toBe(
        `${operation.summary}. Demonstration: local test chains and test money. Never sign with a wallet that holds real USDC; POST /api/sandbox/faucet gives test money.`,
      )
      const production = listingOf(operation, { ...env, mode: 'production' })
      expect(production.resource.description).toBe(operation.summary)
    })

    test('has a name and tags that directories keep', () => {
      expect(resource.serviceName).toMatch(/^[ -~]{1,32}$/)
      expect(tags.length).toBeLessThanOrEqual(5)
    })
  },
)
