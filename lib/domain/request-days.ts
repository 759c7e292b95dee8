/** How long answered requests can be looked up: as long as a bounty may run. */
export const requestDays = 30
