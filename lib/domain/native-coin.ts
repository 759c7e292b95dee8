/** What gas is paid with on a chain, by the name people use. Arc's own coin is the dollar, with 18 decimals there. */
export function nativeCoin(chainId: number): string {
  return chainId === 5042 ? 'USDC' : 'ETH'
}
