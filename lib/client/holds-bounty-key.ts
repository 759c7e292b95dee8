/** Where this browser stores the keys of bounties. */
export const bountyKeysPlace = 'cairn.bounties'

/** True if this browser has the key of a bounty. Loads no parser, for pages that only link to the bounty. */
export function holdsBountyKey(bountyId: string): boolean {
  try {
    return localStorage.getItem(bountyKeysPlace)?.includes(JSON.stringify(bountyId)) === true
  } catch {
    return false
  }
}
