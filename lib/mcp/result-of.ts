import 'server-only'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http'
import { callerWords } from '#lib/mcp/caller-words'
import { moreText, withNextTo } from '#lib/mcp/next-to'
import { type Call, nameArguments } from '#lib/mcp/request-of'
import { markUntrusted } from '#lib/mcp/untrusted-text'

/** The keys of `_meta` that have payment and receipt in the x402 transport for MCP. */
export const paymentKey = 'x402/payment'
const receiptKey = 'x402/payment-response'

/** The members of a price that only its body has. */
type Said = {
  message: string
  buys?: string
  would_be_empty?: true
  ignored?: string[]
  place?: string | null
}

/**
 * Converts an operation's answer to the result of a tool call, by the x402 MCP transport: a 402 becomes the offer, as text and
 * as structured content, and the receipt is in `_meta`.
 *
 * @param tool.url the address of the MCP server
 */
export async function resultOf(
  response: Response,
  { call, url }: { call: Call; url: string },
): Promise<CallToolResult> {
  const text = await response.text()
  const receipt = response.headers.get('payment-response')
  const meta = receipt === null ? {} : { _meta: { [receiptKey]: decodePaymentResponseHeader(receipt) } }
  if (response.ok) {
    const nextTo = response.headers.get('cairn-next-to') ?? undefined
    const structuredContent = withNextTo(markUntrusted(JSON.parse(text)), nextTo)
    const more = nextTo === undefined ? [] : [textOf(moreText(nextTo))]
    const place = response.headers.get('cairn-place')
    const placed = place === null ? [] : [textOf(placeText(place))]
    const content = [textOf(JSON.stringify(structuredContent)), ...more, ...placed]
    return { content, structuredContent, ...meta }
  }
  const offer = response.headers.get('payment-required')
  if (response.status !== 402 || offer === null)
    return { isError: true, content: [textOf(refusalOf(call, text))], ...meta }
  const quoted = decodePaymentRequiredHeader(offer)
  const { message, buys, would_be_empty, ignored, place } = JSON.parse(text) as Said
  // For directories, which list the operation. To a model it would repeat the description of the tool, at several times the size of the price.
  const { bazaar: _, ...extensions } = quoted.extensions ?? {}
  // Clients that show only the structured content read here that nothing was charged.
  const said = callerWords('http', message)
  const required = {
    ...quoted,
    message: said,
    ...(buys === undefined ? {} : { buys }),
    ...(would_be_empty === undefined ? {} : { would_be_empty }),
    ...(ignored === undefined ? {} : { ignored }),
    ...(place === undefined ? {} : { place }),
    resource: { ...quoted.resource, url },
    extensions,
  }
  return {
    isError: true,
    structuredContent: required,
    // The sentence for people is second, because clients read the offer from the first text.
    content: [
      textOf(JSON.stringify(required)),
      textOf(buys === undefined ? said : `${said} It buys: ${buys}`),
    ],
    ...meta,
  }
}

/** The header with the place of a new bounty, for a caller without access to headers. */
function placeText(place: string): string {
  return place === 'none'
    ? 'No place was understood in the brief, so searches by place do not find this bounty.'
    : `The place of this bounty is the cell ${place}.`
}

/** A refusal names headers and path parameters; a caller of tools has arguments instead. */
function refusalOf(call: Call, text: string): string {
  const refusal = JSON.parse(text) as { message: string; field?: string }
  const message = callerWords('http', refusal.message)
  const argument = refusal.field === undefined ? undefined : call.params[refusal.field]
  if (argument === undefined) return JSON.stringify({ ...refusal, message })
  return JSON.stringify({ ...refusal, message: nameArguments(call, message), field: argument })
}

function textOf(text: string): { type: 'text'; text: string } {
  return { type: 'text', text }
}
