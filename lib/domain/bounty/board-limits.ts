/** The number of bounties of a page of the board, unless the caller asks for another. */
export const defaultLimit = 20
