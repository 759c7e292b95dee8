/** The number of captures of an answer, unless the caller asks for another. */
export const defaultLimit = 100
export const maxLimit = 1000
/** The finest geohash precision at which the coverage is public. */
export const coveragePrecision = 4
