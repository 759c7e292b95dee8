const readWithinMs = 10_000

/** Hands a text to the browser's downloads. */
export function saveText(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Not every browser has begun to read when the click returns.
  setTimeout(() => URL.revokeObjectURL(url), readWithinMs)
}
