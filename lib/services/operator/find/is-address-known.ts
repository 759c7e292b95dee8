import 'server-only'
import { eq } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { chainTx } from '#db/schema/outbox'
import { paymentJournal } from '#db/schema/payment-archive'
import { reportCase } from '#db/schema/report'
import type { Context } from '#lib/adapters/context'
import { requestParams } from '#lib/schemas/operator-request'
import { rowNumber } from '#lib/schemas/query-formats'

type Ctx = Pick<Context, 'db'>

/**
 * Reads whether a record exists, by the path before its id. For a request, only the form of the id is checked, because requests are
 * deleted after a month.
 */
const records: Readonly<Record<string, (ctx: Ctx, id: string) => Promise<boolean>>> = {
  bounties: async ({ db }, id) => (await db.$count(bounty, eq(bounty.bountyId, id))) > 0,
  payments: numbered(({ db }, id) => db.$count(paymentJournal, eq(paymentJournal.id, id))),
  'chains/transactions': numbered(({ db }, id) => db.$count(chainTx, eq(chainTx.id, id))),
  reports: numbered(({ db }, id) => db.$count(reportCase, eq(reportCase.id, id))),
  requests: async (_, id) => requestParams.safeParse({ request_id: id }).success,
}

function numbered(count: (ctx: Ctx, id: number) => Promise<number>) {
  return async (ctx: Ctx, text: string) => {
    const { success, data } = rowNumber('a record').safeParse(text)
    return success && (await count(ctx, data)) > 0
  }
}

/** False if an address of the console is that of a record that does not exist. Addresses of other pages are not checked. */
export async function isAddressKnown(args: { ctx: Ctx; input: { path: string } }): Promise<boolean> {
  const [, kind, id] = /^\/operator\/(.+)\/([^/]+)\/?$/.exec(args.input.path) ?? []
  const isKnown = kind === undefined ? undefined : records[kind]
  return isKnown === undefined || isKnown(args.ctx, id!)
}
