/** An internal name as the beginning of a line: `retry_bounty` is `Retry bounty`. */
export function capitalised(name: string): string {
  const words = name.replaceAll('_', ' ').replace(/^api\b/, 'API')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
