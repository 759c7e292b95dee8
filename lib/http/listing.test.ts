import { validateDiscoveryExtension, validateDiscoveryExtensionSpec } from '@x402/extensions/bazaar'
import Ajv2020 from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { parseEnv } from '#lib/adapters/env'
import { inlineSchema } from '#lib/http/inline-schema'
import { listingOf } from '#lib/http/listing'
import { catalog } from '#lib/operations/catalog'
import type { Operation } from '#lib/operations/define-operation'
import { unchainedSettings } from '#lib/sandbox/testing/unchained-settings'

const env = parseEnv(unchainedSettings('postgres://localhost/none'))
const operations = catalog.flatMap((group) => group.operations) as Operation[]
const sold = operations.filter((one) => one.payment !== undefined)
const params = { id: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' }
const ajv = new Ajv2020({ strict: false, formats: { uri: true } })

describe.each(sold.map((operation) => [operation.name, operation] as const))(
  'the listing of %s',
  (_, operation) => {
    const { brief, whole, resource, tags } = listingOf(operation, env)

    test.each(['brief', 'whole'] as const)('is what directories take, %s', (form) => {
      const listing = { brief, whole }[form](params)
      expect(validateDiscoveryExtensionSpec(listing as never)).toEqual({ valid: true })
      expect(validateDiscoveryExtension(listing as never)).toEqual({ valid: true })
      expect(listing.info).toMatchObject({ input: { type: 'http', method: operation.method } })
    })

    test('names the path that all its requests share', () => {
      expect(whole(params).routeTemplate).toBe(
        operation.path.includes('{') ? operation.path.replace('{id}', ':id') : undefined,
      )
    })

    test('has an example that can be sent as it is, and one of the answer', () => {
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

    test('has a name and tags that directories keep', () => {
      expect(resource.serviceName).toMatch(/^[ -~]{1,32}$/)
      expect(tags.length).toBeLessThanOrEqual(5)
    })
  },
)
