import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { CairnError } from '../lib/domain/errors.ts'
import { formatUsdc } from '../lib/domain/money/money.ts'
import { about, instructions } from '../lib/mcp/about.ts'
import { moreText, withNextTo } from '../lib/mcp/next-to.ts'
import { nameArguments, requestOf } from '../lib/mcp/request-of.ts'
import { markUntrusted } from '../lib/mcp/untrusted-text.ts'
import { askOwner } from './ask-owner.ts'
import { changeBounty, showBounties } from './bounty-tools.ts'
import { openBudget } from './budget.ts'
import { openShop } from './buy-answer.ts'
import { callService, messageOf } from './call-service.ts'
import { openJournal } from './journal.ts'
import { type OrderContext, orderBounty } from './order-bounty.ts'
import { openOrders } from './orders.ts'
import type { PaidReport, Payer } from './payer.ts'
import { readDespite } from './pays-despite.ts'
import { makePrivateFolder } from './private-files.ts'
import { Refusal } from './refusal.ts'
import type { Settings } from './settings.ts'
import { emptyAnswer, postTool, statusTool, stdioTools } from './stdio-tools.ts'
import type { Signer } from './wallet.ts'

type Args = Record<string, unknown>
type Offered = (typeof stdioTools)[number]
type Run = (offered: Offered, args: Args, signal: AbortSignal) => Promise<CallToolResult>

/** Clients of the SDK wait for a minute. */
const usualPatienceMs = 45_000

/**
 * The tools, paid for by the owner of this server.
 *
 * @param args.signer absent: only free tools work
 */
export async function createToolServer(args: {
  settings: Settings
  signer: Signer | undefined
  now?: () => Date
  patienceMs?: () => number
}): Promise<Server> {
  const server = new Server(about, { capabilities: { tools: {} }, instructions })
  const run = args.signer
    ? await openPaying(server, args.settings, args.signer, {
        now: args.now ?? (() => new Date()),
        patienceMs: args.patienceMs ?? (() => usualPatienceMs),
      })
    : readOnly(args.settings)
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: stdioTools.map(({ tool }) => tool) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const offered = stdioTools.find(({ tool }) => tool.name === params.name)
    if (!offered) throw new McpError(ErrorCode.InvalidParams, `There is no tool called ${params.name}.`)
    try {
      return await run(offered, params.arguments ?? {}, signal)
    } catch (error) {
      if (error instanceof Refusal || error instanceof CairnError)
        return failed(nameArguments(offered.call, error.message))
      return failed(`It failed, and was not expected to: ${(error as Error).message}`)
    }
  })
  return server
}

function readOnly(settings: Settings): Run {
  return async (offered, args) => {
    if (offered.flow === 'authorization') return quoteOnly(settings, offered, args)
    if (!isFree(offered)) throw new Refusal(noWallet)
    return readFree(settings, offered, args)
  }
}

const noWallet =
  'This server is read-only, since it has no wallet: only cairn_verify_provenance and cairn_list_coverage work, and look-ups tell their price. The owner of the server can set CAIRN_WALLET_KEY to the private key of a wallet that holds USDC (use one made for this, with little in it), and the caps CAIRN_MAX_PER_CALL, CAIRN_MAX_PER_BOUNTY, CAIRN_MAX_PER_SESSION and CAIRN_MAX_PER_DAY.'

/** A look-up that cannot be paid: what it would cost, and if it would be empty. */
async function quoteOnly(
  { url }: Settings,
  { call }: Offered,
  { network: _, ...given }: Args,
): Promise<CallToolResult> {
  const answer = await callService(url, requestOf(call, readDespite(given).rest))
  const [offer] = answer.required?.accepts ?? []
  if (!offer) throw new Refusal(`${noWallet} ${messageOf(answer)}`)
  const { buys, wouldBeEmpty } = answer
  const price = `It costs ${formatUsdc(BigInt(offer.amount))} USDC.`
  const told = buys === undefined ? price : `${price} The call was understood as: ${buys}`
  if (!wouldBeEmpty) throw new Refusal(`${noWallet} ${told}`)
  return done({ observations: [], not_paid: `Nothing was paid: this server has no wallet. ${told}` })
}

async function openPaying(
  server: Server,
  settings: Settings,
  signer: Signer,
  { now, patienceMs }: Pick<Payer, 'now' | 'patienceMs'>,
): Promise<Run> {
  const { home, url, caps } = settings
  await makePrivateFolder(home)
  const payer: Payer = {
    settings,
    signer,
    budget: await openBudget({ home, caps, now }),
    journal: openJournal({ home, now }),
    now,
    patienceMs,
  }
  const post = stdioTools.find(({ tool }) => tool.name === postTool)!
  const { call: status } = stdioTools.find(({ tool }) => tool.name === statusTool)!
  const orderContext: OrderContext = {
    payer,
    orders: openOrders({ home, service: url }),
    request: (given) => requestOf(post.call, given),
    confirm: (order, signal) => askOwner(server, order, signal),
  }
  const shop = openShop(payer)
  const oneAtATime = createLine()

  return async (offered, { network: wanted, ...given }, signal) => {
    const { despite, rest: args } = readDespite(given)
    const { tool, call, flow } = offered
    const network = wanted === undefined ? undefined : String(wanted)
    if (isFree(offered)) return readFree(settings, offered, args)
    if (flow === 'authorization') {
      const request = requestOf(call, args)
      const answer = await shop.buy({
        request,
        tool: tool.name,
        signal,
        despite,
        ...(network ? { network } : {}),
      })
      if ('buys' in answer) return done(emptyAnswer(answer.buys))
      const { text, nextTo, report } = answer
      return done(JSON.parse(text) as Args, report, nextTo)
    }
    if (tool.name === statusTool) return done(await showBounties(orderContext, call, args.bounty_id))
    if (tool.name !== postTool)
      return done(await changeBounty(orderContext, { tool: tool.name, call, status }, args))
    const { bounty, report } = await oneAtATime(() =>
      orderBounty(orderContext, args, { network, signal, despite }),
    )
    return done(bounty, report)
  }
}

function isFree({ flow, call }: Offered): boolean {
  return flow === undefined && !call.takesToken
}

async function readFree({ url }: Settings, { call }: Offered, args: Args): Promise<CallToolResult> {
  const answer = await callService(url, requestOf(call, args))
  if (answer.outcome !== 'done') throw new Refusal(messageOf(answer))
  return done(JSON.parse(answer.text) as Args)
}

function done(answer: Args, report?: PaidReport, nextTo?: string): CallToolResult {
  const structuredContent = { ...withNextTo(markBounties(answer), nextTo), ...report }
  const more = nextTo === undefined ? [] : [{ type: 'text' as const, text: moreText(nextTo) }]
  const content = [{ type: 'text' as const, text: JSON.stringify(structuredContent) }, ...more]
  if (!report) return { structuredContent, content }
  const { payment, budgets_left } = report
  const said = `Paid ${payment.amount_usdc} USDC on ${payment.network} (transaction ${payment.transaction}). Left: ${budgets_left.session_usdc} this session, ${budgets_left.day_usdc} today.`
  return { structuredContent, content: [...content, { type: 'text', text: said }] }
}

/** One bounty, or a list of them. */
function markBounties(answer: Args): Args {
  const { bounties } = answer
  if (!Array.isArray(bounties)) return markUntrusted(answer)
  return { ...answer, bounties: (bounties as Args[]).map(markUntrusted) }
}

function failed(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] }
}

/** Runs tasks one after another. */
function createLine(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work, work)
    last = next
    return next
  }
}
