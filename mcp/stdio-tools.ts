import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { type Call, tokenArgument } from '../lib/mcp/request-of.ts'
import { argumentNames } from './pays-despite.ts'
import described from './tools.json' with { type: 'json' }

type Described = { tool: Tool; call: Call; flow?: 'authorization' | 'upfront' }
type Schema = Tool['inputSchema']

export const postTool = 'cairn_post_bounty'
export const statusTool = 'cairn_bounty_status'
const queryTool = 'cairn_query_coverage'

const text = { type: 'string' }
const report = {
  payment: {
    type: 'object',
    description: 'The amount that was paid, and its transaction.',
    properties: {
      amount_usdc: text,
      buys: { ...text, description: 'The call in words, as the service understood it.' },
      transaction: text,
      network: text,
      payer: text,
      payee: text,
    },
  },
  budgets_left: {
    type: 'object',
    description: 'USDC left until a cap is reached.',
    properties: { session_usdc: text, day_usdc: text },
  },
}
const network = {
  ...text,
  description: 'Pay on this network (CAIP-2, such as eip155:8453). Default: the first that the owner allows.',
}

const payDespiteIgnored = {
  type: 'boolean',
  description:
    'Pay even if the service ignores some of the arguments. Default: false, the call is then refused with their names.',
}
const payWithoutPlace = {
  type: 'boolean',
  description:
    'Pay even if no place was understood in the brief. Default: false, the call is then refused with the reason.',
}

function adapt({ tool, call, flow }: Described): Tool {
  const inputSchema = without(tool.inputSchema, tokenArgument)
  const outputSchema = tool.outputSchema && without(tool.outputSchema, tokenArgument)
  if (tool.name === statusTool) return statusOf(tool, inputSchema, outputSchema!)
  if (!flow)
    return {
      ...tool,
      inputSchema,
      ...(outputSchema ? { outputSchema } : {}),
      description: call.takesToken
        ? `${tool.description} The bounty's token is kept by this server.`
        : tool.description,
    }
  const paying: Tool = {
    ...tool,
    description: `${tool.description} ${flow === 'upfront' ? paysBounty : paysCall}`,
    inputSchema: {
      ...inputSchema,
      properties: {
        ...inputSchema.properties,
        network,
        ...(call.takesBody && { [argumentNames.ignored]: payDespiteIgnored }),
        ...(flow === 'upfront' && { [argumentNames.noPlace]: payWithoutPlace }),
      },
    },
    outputSchema: { ...outputSchema!, properties: { ...outputSchema!.properties, ...report } },
  }
  return tool.name === queryTool ? queryOf(paying) : paying
}

/** A query that the free coverage answers is not paid, unless the caller wants that. */
function queryOf(tool: Tool): Tool {
  const { inputSchema, outputSchema } = tool
  const payForEmpty = {
    type: 'boolean',
    description:
      'Pay even if the free coverage shows that the answer is empty. Default: false, the call then answers without paying.',
  }
  const not_paid = {
    ...text,
    description: 'Present if nothing was paid, because the answer is empty: what was understood, and why.',
  }
  return {
    ...tool,
    inputSchema: {
      ...inputSchema,
      properties: { ...inputSchema.properties, [argumentNames.empty]: payForEmpty },
    },
    outputSchema: {
      ...outputSchema!,
      properties: { ...outputSchema!.properties, not_paid },
      // An answer that was not paid has no window.
      required: ['observations'],
    },
  }
}

/** The answer to a query that was not paid, because it would be empty. */
export function emptyAnswer(buys: string): Record<string, unknown> {
  const not_paid = `Nothing was paid, and nothing was signed. The call was understood as: ${buys} To pay for the empty answer all the same, call again with \`${argumentNames.empty}\`: true.`
  return { observations: [], not_paid }
}

const paysCall =
  "Paid from this server's own wallet, within the caps of its owner: a call above one is refused before anything is signed."
const paysBounty =
  "Paid from this server's own wallet, within the caps of its owner, who is asked first. The bounty's token is kept by this server. When it fails without a clear refusal, call cairn_bounty_status instead of ordering again."

/** Naming a bounty is optional, because the answer with its id may have been lost. */
function statusOf(tool: Tool, inputSchema: Schema, bounty: Schema): Tool {
  const said = (name: string, names: string) => ({
    type: 'array',
    description: names,
    items: { type: 'object', properties: { [name]: text, message: text }, required: [name, 'message'] },
  })
  return {
    ...tool,
    description: `${tool.description} Without \`bounty_id\`: every bounty that this server has posted, the newest first. A signed order without an answer is first sent again unchanged, and never charged twice.`,
    inputSchema: { ...inputSchema, required: [] },
    outputSchema: {
      type: 'object',
      properties: {
        bounties: { type: 'array', items: bounty },
        unanswered: said('title', 'Orders that were signed and are not answered yet: call again.'),
        refused: said('title', 'Orders that the service has refused just now.'),
        unreadable: said('bounty_id', 'Bounties whose state could not be read just now.'),
      },
      required: ['bounties'],
    },
    // It may complete an order that was signed before.
    annotations: { ...tool.annotations, readOnlyHint: false },
  }
}

function without(schema: Schema, name: string): Schema {
  const { [name]: _, ...properties } = schema.properties ?? {}
  return { ...schema, properties, required: (schema.required ?? []).filter((one) => one !== name) }
}

/** The tools of the service, changed for this server, which pays and stores the tokens. */
export const stdioTools: readonly Described[] = (described as unknown as Described[]).map((one) => ({
  ...one,
  tool: adapt(one),
}))
