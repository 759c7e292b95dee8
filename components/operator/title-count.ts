/** The title of the page with the number of incidents before it: `(2) Payments · Cairn`. */
export function titleWithCount(title: string, count: number): string {
  const plain = title.replace(/^\(\d+\) /, '')
  return count === 0 ? plain : `(${count}) ${plain}`
}
