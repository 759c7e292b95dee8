import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { paidReport } from './payer.ts'
import { makePrivateFolder, replaceFile } from './private-files.ts'

/** An order for a bounty from before its signature is sent; once it is answered, with the bounty's token. */
const orderSchema = z.object({
  order_id: z.string().regex(/^[\w-]+$/),
  /** The service for which the order was made. */
  service: z.string(),
  /** The exact text of the request: the signature is valid for it only. */
  body: z.string(),
  title: z.string(),
  /** How the service understood the order, from the `buys` of its price. */
  buys: z.string().optional(),
  amount_atomic: z.string().regex(/^\d+$/),
  network: z.string(),
  payee: z.string(),
  /** The value of PAYMENT-SIGNATURE. */
  payment: z.string(),
  nonce: z.string(),
  signed_at: z.string(),
  answer: z.object({ bounty_id: z.string(), agent_token: z.string() }).optional(),
  /** The bounty and the report of its payment, until they have reached the caller, who may have stopped the call or lost this server. */
  undelivered: z.object({ bounty: z.record(z.string(), z.unknown()), report: paidReport }).optional(),
  /** Why the service refused it: nothing was paid. */
  refused: z.string().optional(),
})
export type Order = z.output<typeof orderSchema>
export type AnsweredOrder = Order & { answer: NonNullable<Order['answer']> }

export type Orders = {
  /** When this resolves, the order survives a crash. */
  keep: (order: Order) => Promise<void>
  /** Oldest first. */
  list: () => Promise<Order[]>
}

/** Orders and bounty tokens, one file each, readable only by their owner. Those of other services are ignored. */
export function openOrders(args: { home: string; service: string }): Orders {
  const folder = join(args.home, 'bounties')
  return {
    keep: async (order) => {
      await makePrivateFolder(folder)
      await replaceFile(join(folder, `${order.order_id}.json`), JSON.stringify(order, null, 2))
    },
    list: async () => {
      await makePrivateFolder(folder)
      const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
      const orders = await Promise.all(names.map((name) => readOrder(join(folder, name))))
      return orders.filter((order) => order.service === args.service)
    },
  }
}

/** Ids sort by time. */
export function createOrderId(now: Date): string {
  return `${now.toISOString().replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`
}

export function isAnswered(order: Order): order is AnsweredOrder {
  return order.answer !== undefined
}

export function withoutUndelivered({ undelivered: _, ...order }: Order): Order {
  return order
}

/** True if the outcome is unknown. */
export function isOpen(order: Order): boolean {
  return order.answer === undefined && order.refused === undefined
}

async function readOrder(path: string): Promise<Order> {
  try {
    return orderSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (cause) {
    throw new Error(
      `${path} is not an order that this program stored. It may have the token of a bounty, so repair it or move it elsewhere.`,
      {
        cause,
      },
    )
  }
}
