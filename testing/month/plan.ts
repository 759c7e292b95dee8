import { createRandom, type Random } from '#testing/chaos/random'
import { type NetworkId, networkIds } from '#testing/chaos/service-fixture'

/** What a film shows and claims. The first four are those of honest contributors. */
export type FilmKind =
  | 'good'
  /** In the cell beside the requested one, which the claims say. */
  | 'near'
  /** By mistake: filmed again after the poster declines it. */
  | 'blurred'
  | 'incomplete'
  /** Of another place, by its own metadata. */
  | 'elsewhere'
  /** From before the order. */
  | 'old'
  /** The clocks of the file exclude each other. */
  | 'contradictory'
  /** The very file of somebody else. */
  | 'same_file'
  /** The film of somebody else in another encoding, with metadata that fit. */
  | 'copy'
  /** Of nowhere, with edited metadata that fit, and a manifest that its maker signed. */
  | 'invented'

/** What a poster means to do with a bounty. */
type Manner =
  /** Looks at each film and at what the service says of it, declines what does not suit, and accepts the first that does. */
  | 'careful'
  /** Accepts the first film unseen. */
  | 'careless'
  | 'cancels'
  /** Never comes back: the bounty expires. */
  | 'absent'
  /** Asks for the price and goes. */
  | 'quote_only'
  /** Signs a payment that the wallet cannot make. */
  | 'no_money'
  /** Films for its own bounty, with the wallet that paid. */
  | 'own_wallet'
  /** Films for its own bounty, with another wallet of its own. */
  | 'sybil'
  /** Two wallets of one owner that pay each other for films in turn, so that the money returns. */
  | 'ring'
  /**
   * Knows how records are counted: pays a stranger for a signed film first, and then accepts invented films of another wallet of its
   * own.
   */
  | 'buyer'

type PlannedFilm = {
  /** Name of the contributor. */
  by: string
  kind: FilmKind
  /** Days after the order. */
  afterDays: number
}

export type PlannedBounty = {
  index: number
  manner: Manner
  /** Name of the poster. */
  payer: string
  network: NetworkId
  /** Geohash of six characters. */
  place: string
  amountUsdc: number
  /** From 0. */
  day: number
  deadlineDays: number
  /** The poster loses the key after the order, and recovers it with the wallet that paid. */
  losesKey: boolean
  films: PlannedFilm[]
}

/** An honest contributor whose camera signs what it makes, in a month of any size. */
const withSigningCamera = 'honest 2'
/** The name of a poster whose wallet has no money. */
export const emptyWallet = 'empty wallet'

export const monthDays = 30
/** Days until every bounty has ended and every film of the month is published. */
export const tailDays = 12

const honestNames = (count: number) => Array.from({ length: count }, (_, number) => `honest ${number + 1}`)
/** Films whose claims contradict their bounty, even if they are accepted. */
export const unfitKinds = ['elsewhere', 'old', 'contradictory'] as const
/** Films whose claims fit, but which are not new films of the place. */
const falseKinds = ['invented', 'copy', 'same_file'] as const
/** One cheat for each way of cheating, so that each has a record of many films. */
export const cheatKinds = [...unfitKinds, ...falseKinds] as const
type CheatKind = (typeof cheatKinds)[number]
/** The kinds of films of honest contributors, which are used in a random order. */
const honestKinds: readonly FilmKind[] = [
  ...Array.from({ length: 6 }, (): FilmKind => 'good'),
  ...(['near', 'blurred', 'incomplete'] as const),
]
const manners: Record<Exclude<Manner, 'careful'>, number> = {
  careless: 0.1,
  cancels: 0.1,
  absent: 0.1,
  quote_only: 0.03,
  no_money: 0.03,
  own_wallet: 0.04,
  sybil: 0.06,
  ring: 0.06,
  buyer: 0.06,
}
/** The last two are those where only cheats film. */
const places = ['xn76ur', 'u09tun', 'u33dbb', 'srb0bp', 'gcpvj0', 'dr5reg', '9q8yyk', 'ezs42s'] as const
const cheatPlaces = ['w21z6v', '6gyf4b'] as const

/** The bounties of a month, determined by the seed, in the order of their days. */
export function planMonth(input: { bounties: number; seed: number }): PlannedBounty[] {
  const { bounties, seed } = input
  const random = createRandom(seed)
  const isSmall = bounties < 100
  // So that in a small month honest contributors and cheats meet in a place as well, and fewer days are to be worked through.
  const usedPlaces = isSmall ? places.slice(0, 2) : places
  const dayStep = isSmall ? 6 : 1
  const honest = deck(random, honestNames(isSmall ? 4 : 12))
  const honestKind = deck(random, honestKinds)
  const cheatKind = deck(random, cheatKinds)
  const carelessly = carelessKinds(random)
  const poster = deck(
    random,
    Array.from({ length: isSmall ? 4 : 15 }, (_, number) => `poster ${number + 1}`),
  )
  const cheatNumber = deck(random, [1, 2, 3])
  const isUsual = { sybil: deck(random, [true, false]), own_wallet: deck(random, [true, false]) }
  const ownBounty = ownBounties(cheatNumber)
  const planned = shuffled(random, mannersOf(bounties)).map((manner, index): PlannedBounty => {
    const own = ownBounty(manner)
    const isAmongCheats = (manner === 'sybil' || manner === 'own_wallet') && !isUsual[manner]()
    return {
      index,
      manner,
      payer: own?.payer ?? (manner === 'no_money' ? emptyWallet : poster()),
      network: random.pick(networkIds),
      place: isAmongCheats ? random.pick(cheatPlaces) : random.pick(usedPlaces),
      amountUsdc: random.between(50, 90),
      day: Math.floor(((index / bounties) * monthDays) / dayStep) * dayStep,
      deadlineDays: random.between(5, 9),
      losesKey: random.chance(0.12),
      films: own
        ? [{ by: own.by, kind: own.kind, afterDays: 0 }]
        : filmsOf(manner, {
            random,
            honest,
            honestKind,
            cheatKind: manner === 'careless' ? carelessly : cheatKind,
          }),
    }
  })
  return planned
}

type OwnBounty = { payer: string; by: string; kind: FilmKind }

/** Chooses payer and contributor of the bounties of cheats. */
function ownBounties(cheatNumber: () => number): (manner: Manner) => OwnBounty | undefined {
  const ring = ['ring a', 'ring b'] as const
  let [rings, bought] = [0, 0]
  return (manner) => {
    const kind: FilmKind = 'invented'
    switch (manner) {
      case 'own_wallet': {
        const owner = `own wallet ${cheatNumber()}`
        return { payer: owner, by: owner, kind }
      }
      case 'sybil': {
        const owner = `sybil ${cheatNumber()}`
        return { payer: `payer of ${owner}`, by: owner, kind }
      }
      case 'ring': {
        const turn = rings++ % 2
        return { payer: ring[turn]!, by: ring[1 - turn]!, kind }
      }
      case 'buyer':
        return {
          payer: 'payer of buyer',
          ...(bought++ === 0 ? { by: withSigningCamera, kind: 'good' } : { by: 'buyer', kind }),
        }
      default:
        return undefined
    }
  }
}

type Decks = {
  random: Random
  honest: () => string
  honestKind: () => FilmKind
  cheatKind: () => CheatKind
}

/** Unfit and false films in turn: what careless posters accept. */
function carelessKinds(random: Random): () => CheatKind {
  const kinds = [deck(random, unfitKinds), deck(random, falseKinds)] as const
  let turn = 0
  return () => kinds[turn++ % 2]!()
}

function filmsOf(manner: Manner, { random, honest, honestKind, cheatKind }: Decks): PlannedFilm[] {
  if (manner === 'quote_only' || manner === 'no_money') return []
  const films: PlannedFilm[] = []
  if (manner === 'careless' || random.chance(0.55)) {
    const kind = cheatKind()
    films.push({ by: `cheat ${kind}`, kind, afterDays: 0 })
  }
  if (random.chance(0.9)) films.push({ by: honest(), kind: honestKind(), afterDays: random.between(0, 1) })
  return films
}

/** At least one of each; what is left is careful. */
function mannersOf(bounties: number): Manner[] {
  const others = Object.entries(manners).flatMap(([manner, share]) =>
    Array.from({ length: Math.max(1, Math.round(share * bounties)) }, () => manner as Manner),
  )
  if (others.length >= bounties) throw new RangeError(`a month has at least ${others.length + 1} bounties`)
  return [...others, ...Array.from({ length: bounties - others.length }, (): Manner => 'careful')]
}

/** One item after the other in a random order, and then again in another, so that each comes about as often. */
function deck<Item>(random: Random, items: readonly Item[]): () => Item {
  let left: Item[] = []
  return () => {
    if (left.length === 0) left = shuffled(random, items)
    return left.pop()!
  }
}

function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  const all = [...items]
  for (let at = all.length - 1; at > 0; at--) {
    const other = random.between(0, at)
    ;[all[at], all[other]] = [all[other]!, all[at]!]
  }
  return all
}
