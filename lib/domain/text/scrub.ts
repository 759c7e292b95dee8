/** Our own ids, which are not secret, and the ids of requests. */
const ourIds = /^(?:(?:bty|sub|upl|obs|cap)_[0-9a-f]+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
/** Before a quoted name of a database object. */
const named = /(constraint|relation|column|table|function|type|index|role|schema|database|parameter) $/

/**
 * Makes a text safe to store: removes links, addresses, tokens, hashes and numbers as precise as a coordinate, each replaced by
 * a mark. Amounts of money and sizes remain.
 */
export function scrub(text: string): string {
  return text
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '<link>')
    .replace(/\b0x[0-9a-fA-F]{64,}\b/g, '<hash>')
    .replace(/\b0x[0-9a-fA-F]{40}\b/g, '<address>')
    .replace(/\bcairn_[\w-]{9,}/g, '<key>')
    .replace(/[\w.~+/-]{32,}=*/g, (word) => (ourIds.test(word.replace(/\.$/, '')) ? word : '<token>'))
    .replace(/(?<![\w.])-?\d{1,3}\.\d{3,}(?!\d|\s*(?:USDC|km²|s\b|ms\b|%))/g, '<number>')
}

/** The reason of a fault: as above, and without quoted values, which databases include. */
export function scrubCause(text: string): string {
  const unquoted = text.replace(/"[^"]*"|'[^']*'/g, (quoted, at: number) =>
    named.test(text.slice(0, at)) && /^["'][a-z_][a-z0-9_]{0,62}["']$/.test(quoted) ? quoted : '<value>',
  )
  return scrub(unquoted)
}
