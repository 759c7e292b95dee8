import { describe, expect, test } from 'vitest'
import { usualPrices } from '#lib/adapters/env'
import { recomputeProof } from '#lib/domain/proof/proof'
import { operations } from '#lib/operations/catalog'
import { exampleProof } from '#lib/operations/examples/capture'

const settings = { ...usualPrices } as never

describe('the examples', () => {
  test.each(operations)('of $name are what it takes and answers', (operation) => {
    const { example } = operation
    expect(example, 'no example').toBeDefined()
    const { params, query, body } = operation.request
    expect(example?.params !== undefined, 'path parameters').toBe(params !== undefined)
    if (params) params.parse(example?.params)
    if (query) query.parse(example?.query ?? {})
    const bodySchema = typeof body === 'function' ? body(settings) : body
    if (bodySchema) bodySchema.parse(example?.body)
    const answersNothing = 'status' in operation && operation.status === 204
    expect(example?.output !== undefined, 'an answer').toBe(!answersNothing)
    if (!answersNothing) {
      operation.output.parse(example?.output)
      // No member more than is served.
      expect(operation.output.parse(example?.output)).toEqual(example?.output)
    }
  })

  test('belong to operations that exist', () => {
    const names = new Set(operations.map(({ name }) => name))
    expect(names.size).toBe(operations.length)
  })

  test('prove a capture that anyone can recompute', () => {
    expect(recomputeProof(exampleProof, exampleProof.sha256).holds).toBe(true)
  })
})
