import type { Wallets } from '#lib/domain/geo/claim-confidence'

/** The nodes and the sources of the films of one cell. Both are named by the contributor of their first film. */
export type CellFilms = {
  /** For each film its node at the time when it was published; later films do not change it. */
  whenPublished: readonly string[]
  /** The node of a wallet after all films; `undefined` if none of them is made or paid for by it. */
  nodeOf: (wallet: string) => string | undefined
  /** The source of the films of these wallets; `undefined` if none of them is made or paid for by one of the two. */
  sourceOf: (wallets: Wallets) => string | undefined
}

/**
 * Connects the films of one cell that share a wallet, whether it made or paid for them.
 *
 * A *node* has all films that are connected, also over others. A film that connects two nodes makes them one, with the name of the
 * older.
 *
 * A *source* is what the score counts. A film begins a new source if neither of its wallets made or paid for an earlier film.
 * Otherwise it belongs to the source of that wallet, the older of two, and the other wallet too if it is new. This never changes,
 * so a film that connects two sources lowers no score. Someone with two wallets gains nothing by connecting them later: they count
 * as two sources either way.
 *
 * @param films of one cell only, in order of publication: the films of other cells must not influence the nodes of this one
 */
export function connectFilms(films: readonly Wallets[]): CellFilms {
  /** The index of the first film of a node and of a source, by name. */
  const firsts = new Map<string, number>()
  const olderOf = (names: readonly (string | undefined)[]): string | undefined =>
    names.reduce((one, other) =>
      one === undefined || (other !== undefined && firsts.get(other)! < firsts.get(one)!) ? other : one,
    )
  const parents = new Map<string, string>()
  const nodeOf = (wallet: string): string | undefined => {
    let root = parents.get(wallet)
    if (root === undefined) return undefined
    while (parents.get(root) !== root) root = parents.get(root)!
    for (let at = wallet; at !== root; ) {
      const next = parents.get(at)!
      parents.set(at, root)
      at = next
    }
    return root
  }
  const sources = new Map<string, string>()
  const sourceOf = ({ contributor, payer }: Wallets) =>
    olderOf([sources.get(contributor), sources.get(payer)])
  const whenPublished = films.map((film, index) => {
    const { contributor, payer } = film
    const nodes = [nodeOf(contributor), nodeOf(payer)]
    const node = olderOf(nodes) ?? contributor
    const source = sourceOf(film) ?? contributor
    if (!firsts.has(node)) firsts.set(node, index)
    for (const one of [...nodes, contributor, payer]) if (one !== undefined) parents.set(one, node)
    for (const wallet of [contributor, payer]) if (!sources.has(wallet)) sources.set(wallet, source)
    return node
  })
  return { whenPublished, nodeOf, sourceOf }
}
