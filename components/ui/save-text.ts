const readWithinMs = 10_000

/** Saves a text as a download of the browser. */
export function saveText(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers start reading only after the click returns.
  setTimeout(() => URL.revokeObjectURL(url), readWithinMs)
}
