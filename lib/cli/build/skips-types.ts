/** True for the build of a sandbox, whose types `npm test` has checked before. */
export const skipsTypes = process.env.CAIRN_BUILD_TYPES === 'unchecked'
