/** How long answered requests can be looked up: as long as a bounty may run. */
export const requestDays = 30

/** At most this many requests are retained, the newest ones: about 2 GB, so that a flood of requests cannot fill the disk. */
export const maxRequests = 5_000_000
