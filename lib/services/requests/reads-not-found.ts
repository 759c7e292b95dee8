/** The condition, in SQL, for logged reads that found nothing: clients ask for what is not there yet, such as a bounty that is not posted. */
export const readsNotFound = `(method = 'GET' and status = 404)`
