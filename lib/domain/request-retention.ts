/** How long answered requests can be looked up: as long as a bounty may run. */
export const requestDays = 30

/** And how many of them at most, the newest: some 2 GB, whatever is done to fill the disk. */
export const maxRequests = 5_000_000
