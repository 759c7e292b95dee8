/** `counted(1, 'bounty is', 'bounties are')`: `1 bounty is`. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
