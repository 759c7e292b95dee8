import 'server-only'
import type { Tool, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { Env } from '#lib/adapters/env'
import { formatUsdc } from '#lib/domain/money/money'
import { inlineSchema, type ObjectSchema, withoutKeywords } from '#lib/http/documents/inline-schema'
import { nextToHeader, nextToSchema } from '#lib/mcp/next-to'
import { type Call, tokenArgument } from '#lib/mcp/request-of'
import { markedSchema, untrustedAdvice, untrustedMember } from '#lib/mcp/untrusted-text'
import { operations } from '#lib/operations/catalog'
import {
  type AnyOperation,
  bodyOf,
  type Operation,
  type ToolHints,
  type UpfrontOperation,
} from '#lib/operations/define-operation'
import { fixedPriceAtomic, priceOf } from '#lib/operations/price'

/** The settings that descriptions of tools depend on. */
export type ToolSettings = Pick<Env, 'bounty' | 'prices'>
// biome-ignore lint/suspicious/noExplicitAny: inputs and outputs differ; only the description is read
type ToolOperation = Operation<any, any> | UpfrontOperation<any, any>

const annotations: Record<ToolHints['effect'], Required<Omit<ToolAnnotations, 'title'>>> = {
  reads: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  pays: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  commits: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  changes: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  ends: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
}

/** The operations that are offered as tools, in the order of the catalog. */
export const toolOperations = operations.flatMap((operation) =>
  operation.tool
    ? [{ ...operation.tool, operation: operation as ToolOperation, params: argumentsOf(operation) }]
    : [],
)

/** The tool argument for each path parameter. */
function argumentsOf({ path, tool }: AnyOperation): Record<string, string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  return Object.fromEntries(names.map((name) => [name, tool?.params?.[name] ?? name]))
}

/** One tool as clients see it, and its HTTP request. */
export type DescribedTool = {
  tool: Tool
  call: Call
  /** The payment flow; absent if the tool is free. */
  flow?: 'authorization' | 'upfront'
}

/** The tools, made from the descriptions with which requests are served. The token of a bounty is an argument. */
export function describeTools(settings: ToolSettings): DescribedTool[] {
  return toolOperations.map((offered) => {
    const { operation, params } = offered
    const body = bodyOf(operation, settings as Env)
    const query = Object.keys(operation.request.query?.shape ?? {})
    const takesToken = 'credential' in operation && operation.credential === 'agent_token'
    const answered = answerOf(operation)
    const marked = markedSchema(answered)
    const title = titleOf(operation, settings)
    // The price of a call comes first, because the name of a tool does not say that it is paid.
    const cost = costOf(operation, settings)
    const told = isPaidPerCall(operation) ? [cost, operation.description] : [operation.description, cost]
    return {
      tool: {
        name: offered.name,
        title,
        description: [...[...told, offered.advice], ...(marked ? [untrustedAdvice] : [])]
          .filter((sentence) => sentence !== undefined)
          .join(' '),
        inputSchema: inputOf(operation, { params, body, takesToken }),
        outputSchema: shortened(marked ?? answered, offered.described),
        annotations: { title, ...annotations[offered.effect] },
      },
      call: {
        method: operation.method,
        path: operation.path,
        params,
        ...(query.length > 0 ? { query } : {}),
        takesBody: body !== undefined,
        takesToken,
      },
      ...(operation.payment ? { flow: operation.payment.flow } : {}),
    }
  })
}

/** The tool that describes all members of a bounty. */
const bountyTool = 'cairn_bounty_status'
/** Only inputs have examples and limits of values, because models pay for each line of a tool's description. */
const inputKeywords = [
  'examples',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'minLength',
  'maxLength',
]

/** The schema of an answer, with the members that are described. The answer may have more. */
function shortened(schema: ObjectSchema, described: readonly string[] | undefined): ObjectSchema {
  const short = withoutKeywords(schema, inputKeywords)
  if (described === undefined) return short
  const isDescribed = (name: string) => described.includes(name) || name === untrustedMember
  const properties = Object.entries(short.properties).filter(([name]) => isDescribed(name))
  return {
    type: 'object',
    description: `The bounty. \`${bountyTool}\` describes its other members.`,
    properties: Object.fromEntries(properties),
    required: short.required.filter(isDescribed),
  }
}

function costOf(operation: ToolOperation, settings: ToolSettings): string {
  const { payment } = operation
  if (!payment) return 'Free.'
  if (payment.flow === 'upfront') return 'Spends exactly `amount_usdc` USDC, before anything else happens.'
  const price = formatUsdc(fixedPriceAtomic({ name: operation.name, payment }, settings))
  const free = operation.tool?.free === undefined ? '' : `; ${operation.tool.free}`
  return `Paid: spends ${price} USDC with each call that is answered, and nothing with one that fails${free}.`
}

function titleOf(operation: ToolOperation, settings: ToolSettings): string {
  const price = priceOf(operation, settings)
  return isPaidPerCall(operation) && price?.mode === 'fixed'
    ? `${operation.summary} (paid: ${price.amount} USDC)`
    : operation.summary
}

function isPaidPerCall({ payment }: ToolOperation): boolean {
  return payment?.flow === 'authorization'
}

/** The schema of the answer, and of what its headers say. */
function answerOf(operation: ToolOperation): ObjectSchema {
  const answered = inlineSchema(operation.output, 'output')
  const isTruncated = 'ownHeaders' in operation && operation.ownHeaders?.names.includes(nextToHeader)
  return isTruncated
    ? { ...answered, properties: { ...answered.properties, next_to: nextToSchema } }
    : answered
}

function inputOf(
  { request }: ToolOperation,
  given: { params: Readonly<Record<string, string>>; body: z.ZodType | undefined; takesToken: boolean },
): ObjectSchema {
  const path = inlineSchema(request.params ?? z.object({}), 'input')
  const query = inlineSchema(request.query ?? z.object({}), 'input')
  const body = inlineSchema(given.body ?? z.object({}), 'input')
  const renamed = Object.entries(path.properties).map(([name, schema]) => [
    given.params[name] ?? name,
    schema,
  ])
  const token = {
    type: 'string',
    description: 'The `agent_token` that came with the bounty when it was posted.',
  }
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(renamed),
      ...query.properties,
      ...body.properties,
      ...(given.takesToken ? { [tokenArgument]: token } : {}),
    },
    required: [
      ...renamed.map(([name]) => name as string),
      ...query.required,
      ...body.required,
      ...(given.takesToken ? [tokenArgument] : []),
    ],
  }
}
