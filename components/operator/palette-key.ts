// ⌘K and Ctrl-K, which open the palette. The console takes a moment to load the session before it shows the palette: a press in that time
// is remembered.

let wasPressedEarly = false

export function isPaletteKey({ key, metaKey, ctrlKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (metaKey || ctrlKey) && !altKey
}

function remember(event: KeyboardEvent): void {
  if (!isPaletteKey(event)) return
  event.preventDefault()
  wasPressedEarly = true
}

/** Remembers a press until `takeEarlyPress`. Called as soon as the scripts of the console's pages load. */
export function listenEarly(): void {
  if (typeof window !== 'undefined') addEventListener('keydown', remember)
}

/** True if the keys were pressed before the palette was there. From now on it listens itself. */
export function takeEarlyPress(): boolean {
  removeEventListener('keydown', remember)
  const was = wasPressedEarly
  wasPressedEarly = false
  return was
}
