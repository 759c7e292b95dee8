import type { StepState } from '../ui/step-mark.tsx'
import type { StoneState } from '../ui/stone.tsx'

/** The states of the service's parts, as `/api/ready` reports them. */
export type Readiness = {
  status: 'ready' | 'degraded' | 'unavailable'
  database: { ok: boolean }
  chains: readonly {
    network: string
    ok: boolean
    payments_paused: 'operator' | 'gas' | null
    payments_paused_since: string | null
    payments_paused_until: string | null
    payouts_paused: boolean
  }[]
  worker: { ok: boolean }
  films: { ok: boolean }
  frozen: { cause: 'copy' | 'chain' | 'operator'; since: string } | null
}

/** `when`: words before a time, and the time, for the page to write in the zone of its reader. */
export type ServicePart = {
  name: string
  is: Exclude<StepState, 'open' | 'back' | 'none'>
  says: string
  when?: { says: string; iso: string } | undefined
}

const stoneStates = { done: 'set', wrong: 'broken', now: 'open', later: 'open' } as const

/** One stone for each part of the service, the first part on top. The top stone is green if every part works. */
export function stonesOf(parts: readonly ServicePart[]): { state: StoneState }[] {
  const isWell = parts.every(({ is }) => is === 'done')
  return parts.map(({ is }, order) => ({ state: isWell && order === 0 ? 'grown' : stoneStates[is] }))
}

/** The state of the service in one sentence, and of each part that people notice. */
export function statusOf(
  readiness: Readiness,
  nameOf: (network: string) => string,
): { sentence: string; parts: ServicePart[] } {
  const { status, database, chains, worker, films, frozen } = readiness
  const part = (name: string, ok: boolean, good: string, bad: string): ServicePart => ({
    name,
    is: ok ? 'done' : 'wrong',
    says: ok ? good : bad,
  })
  // For a part whose state is read from the database: unknown if the database does not answer.
  const behind = (name: string, ok: boolean, bad: string): ServicePart =>
    database.ok ? part(name, ok, 'Working.', bad) : { name, is: 'now', says: 'Could not check.' }
  const parts = [
    part('Website, map and proofs', database.ok, 'Working.', 'Not answering. Try again in a minute.'),
    ...chains.map((chain) => ({
      ...part(
        `Payments and bounties on ${nameOf(chain.network)}`,
        isWell(chain) && database.ok && frozen === null,
        'Working.',
        frozen ? frozenWords(frozen, chain) : chainWords(chain),
      ),
      when: frozen === null && database.ok && chain.ok ? pauseTime(chain) : undefined,
    })),
    behind(
      'Anchoring and payouts',
      worker.ok && frozen === null,
      frozen
        ? `Paused together with payments. They continue after it, with the payouts and refunds that are due.${worker.ok ? '' : ' Also, no worker runs.'}`
        : 'Delayed. They continue when a worker is back.',
    ),
    behind(
      'Film checks, previews, forecasts and models',
      films.ok,
      'Delayed. Nothing that was uploaded is lost.',
    ),
  ]
  if (status === 'unavailable') return { sentence: 'Cairn is down right now.', parts }
  // A freeze is one cause, even if it pauses several parts.
  const broken = [
    ...chains.map((chain) => (frozen ? chain.ok : isWell(chain))),
    ...[worker.ok, films.ok],
  ].filter((ok) => !ok).length
  return { sentence: frozen ? pausedSentence(broken) : sentenceOf(broken), parts }
}

type Chain = Readiness['chains'][number]

const isWell = ({ ok, payments_paused, payouts_paused }: Chain) =>
  ok && payments_paused === null && !payouts_paused

function frozenWords({ cause }: NonNullable<Readiness['frozen']>, { ok }: Chain): string {
  const until = cause === 'operator' ? 'by an operator' : 'until our records agree with the chain'
  return `Paused ${until}. No payment is taken, no film is accepted, and no bounty is cancelled or refunded. No money is lost.${ok ? '' : ' The network also does not answer us.'}`
}

function pauseTime({ payments_paused_since: since, payments_paused_until: until }: Chain) {
  if (since) return { says: 'Payments have been paused since', iso: since }
  return until ? { says: 'Payments are accepted again from', iso: until } : undefined
}

function chainWords(chain: Chain): string {
  const { ok, payments_paused, payments_paused_until, payouts_paused } = chain
  if (!ok)
    return 'The network does not answer us. No payment is accepted on it; money in escrow is safe there.'
  return [
    payments_paused === 'operator' && 'An operator has paused new payments on this network.',
    payments_paused === 'gas' &&
      (payments_paused_until === null
        ? 'New payments on this network are refused until our wallet that settles them has gas again.'
        : 'New payments on this network are refused, because our budget for gas of today is spent.'),
    payments_paused !== null && 'A payment is refused before it is charged.',
    payments_paused !== null &&
      !payouts_paused &&
      'Open bounties there stay open: films are accepted and paid, and refunds are sent.',
    payouts_paused &&
      'An operator has paused sending on this network: what is due there, such as payouts and refunds, waits. The money stays in escrow.',
  ]
    .filter(Boolean)
    .join(' ')
}

function sentenceOf(broken: number): string {
  if (broken === 0) return 'Everything works.'
  return broken === 1 ? 'One thing does not work.' : `${broken} things do not work.`
}

function pausedSentence(broken: number): string {
  if (broken === 0) return 'Payments are paused.'
  return `Payments are paused, and ${broken === 1 ? 'one other thing does not work' : `${broken} other things do not work`}.`
}
