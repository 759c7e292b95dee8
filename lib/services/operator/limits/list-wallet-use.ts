import 'server-only'
import { sql } from 'drizzle-orm'
import { walletBudgetNames } from '#db/schema/wallet-budget'
import type { Context } from '#lib/adapters/context'
import { isoSeconds } from '#lib/domain/text/iso-time'
import {
  type OperatorWalletLimits,
  type WalletLimitName,
  type WalletUse,
  walletLimitNames,
} from '#lib/schemas/operator-limits'
import { dailyBudget, daySeconds, type WalletBudgetName } from '#lib/services/limits/wallet-budgets'

const atMost = 100
const settings: Readonly<Record<WalletLimitName, string>> = {
  films: 'WALLET_FILMS_PER_BOUNTY',
  bytes: 'WALLET_BYTES_PER_DAY',
  cpu: 'WALLET_CPU_SECONDS_PER_DAY',
  failed_payments: 'WALLET_FAILED_PAYMENTS_PER_DAY',
  sign_ins: 'WALLET_SIGN_INS_PER_DAY',
}

type Ctx = Pick<Context, 'db' | 'env'>

/** Lists how much of its limits each wallet has used: those at a limit first, then by use. */
export async function listWalletUse(args: {
  ctx: Ctx
  input: { limit?: WalletLimitName | undefined }
}): Promise<OperatorWalletLimits> {
  const { ctx, input } = args
  const wants = (limit: WalletLimitName) => input.limit === undefined || input.limit === limit
  const found = await Promise.all([
    wants('films') ? readFilms(ctx) : [],
    ...walletBudgetNames.filter(wants).map((budget) => readBudget(ctx, budget)),
  ])
  const wallets = found
    .flat()
    .sort((a, b) => Number(b.is_at_limit) - Number(a.is_at_limit) || b.used_percent - a.used_percent)
  const limitValue = (limit: WalletLimitName) =>
    limit === 'films' ? ctx.env.walletLimits.filmsPerBounty : dailyBudget(ctx.env, limit)
  return {
    wallets: wallets.slice(0, atMost),
    in_force: walletLimitNames.map((limit) => ({
      limit,
      value: limitValue(limit),
      setting: settings[limit],
    })),
    switched_off: walletLimitNames.filter((limit) => wants(limit) && limitValue(limit) === 0),
  }
}

async function readBudget({ db, env }: Ctx, budget: WalletBudgetName): Promise<WalletUse[]> {
  const perDay = dailyBudget(env, budget)
  if (perDay === 0) return []
  // Refused is what would leave less than one unit.
  const fullSeconds = daySeconds - daySeconds / perDay
  const rows = await db.execute<{ wallet: string; used: number; now: number; refused: number | null }>(sql`
    select wallet, extract(epoch from spent_until - clock_timestamp())::float8 as used,
      extract(epoch from clock_timestamp())::float8 as now, extract(epoch from refused_at)::float8 as refused
    from wallet_budget
    where budget = ${budget} and spent_until > clock_timestamp()
    order by spent_until desc limit ${atMost}`)
  return rows.map(({ wallet, used, now, refused }) => ({
    wallet,
    limit: budget,
    bounty_id: null,
    used_percent: Math.round((100 * used) / daySeconds),
    is_at_limit: used > fullSeconds,
    resets_at: used > fullSeconds ? isoSeconds(Math.ceil(now + used - fullSeconds)) : null,
    refused_at: refused === null ? null : isoSeconds(Math.floor(refused)),
  }))
}

/** The films of wallets for bounties that still take films. */
async function readFilms({ db, env }: Ctx): Promise<WalletUse[]> {
  const { filmsPerBounty } = env.walletLimits
  if (filmsPerBounty === 0) return []
  const rows = await db.execute<{ wallet: string; bountyId: string; films: number; deadline: number }>(sql`
    select contributor as wallet, bounty_id as "bountyId", count(*)::int as films,
      extract(epoch from max(deadline))::float8 as deadline
    from submission join bounty using (bounty_id)
    where state = 'open' and service_now() < deadline
    group by contributor, bounty_id
    order by films desc, bounty_id limit ${atMost}`)
  return rows.map(({ wallet, bountyId, films, deadline }) => ({
    wallet,
    limit: 'films' as const,
    bounty_id: bountyId,
    used_percent: Math.round((100 * films) / filmsPerBounty),
    is_at_limit: films >= filmsPerBounty,
    resets_at: films >= filmsPerBounty ? isoSeconds(deadline) : null,
    refused_at: null,
  }))
}
