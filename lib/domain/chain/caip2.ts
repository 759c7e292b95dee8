/** The CAIP-2 name of an EVM chain. */
export function networkOf<const Id extends number>(chainId: Id): `eip155:${Id}` {
  return `eip155:${chainId}`
}

/** The chain of a CAIP-2 name. @throws RangeError when it names no EVM chain */
export function chainIdOf(network: string): number {
  const [, digits] = /^eip155:([1-9]\d{0,14})$/.exec(network) ?? []
  if (!digits) throw new RangeError(`${network} is not the name of an EVM chain`)
  return Number(digits)
}
