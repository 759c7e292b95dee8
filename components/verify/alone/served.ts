/** True if a server sent this page, so its links lead to that server. A page opened from disk has none to link to. */
export const isServed = /^https?:$/.test(location.protocol)
