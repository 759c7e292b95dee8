/** The mean radius of the earth (IUGG), in metres. */
export const earthRadiusM = 6_371_008.8
