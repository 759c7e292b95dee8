import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { markUntrusted } from '#lib/mcp/untrusted-text'
import type { Example } from '#lib/operations/define-operation'

/** x402 extension `bazaar` for a tool: how to call it, and its result. */
export function listingOf({ name, description, inputSchema }: Tool, example: Example | undefined): object {
  const input = {
    type: 'mcp',
    toolName: name,
    description,
    transport: 'streamable-http',
    inputSchema,
  }
  return {
    info: {
      input,
      output: { type: 'json', example: example && markUntrusted(example.output as Record<string, unknown>) },
    },
    schema,
  }
}

const text = { type: 'string' }
const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    input: {
      type: 'object',
      properties: {
        type: { const: 'mcp' },
        toolName: text,
        description: text,
        transport: { const: 'streamable-http' },
        inputSchema: { type: 'object' },
      },
      required: ['type', 'toolName', 'inputSchema'],
      additionalProperties: false,
    },
    output: {
      type: 'object',
      properties: { type: { const: 'json' }, example: { type: 'object' } },
      required: ['type'],
    },
  },
  required: ['input'],
}
