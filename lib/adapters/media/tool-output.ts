// What a program prints: standard output whole or line by line, and the end of standard error.

import { StringDecoder } from 'node:string_decoder'

const tailBytes = 64 * 1024

/** Buffers standard output, or passes it on line by line. */
export function collectOutput(
  onLine: ((line: string) => unknown) | undefined,
  { onProgress, onThrown }: { onProgress: () => void; onThrown: (error: unknown) => void },
) {
  const chunks: Buffer[] = []
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let hasThrown = false
  const hand = (line: string) => {
    // More lines may arrive after the rejected one, until the program is killed.
    if (hasThrown) return
    try {
      if (onLine!(line.replace(/\r$/, '')) === true) onProgress()
    } catch (error) {
      hasThrown = true
      onThrown(error)
    }
  }
  return {
    add: (chunk: Buffer) => {
      if (!onLine) return void chunks.push(chunk)
      const lines = (rest + decoder.write(chunk)).split('\n')
      rest = lines.pop()!
      for (const line of lines) hand(line)
    },
    finish: () => {
      rest += decoder.end()
      if (onLine && rest) hand(rest)
    },
    bytes: () => Buffer.concat(chunks),
  }
}

/**
 * Buffers the end of the added data and returns it as text. Carriage returns of progress output become line
 * ends.
 */
export function collectTail() {
  let kept = Buffer.alloc(0)
  return {
    add: (chunk: Buffer) => {
      kept = Buffer.concat([kept, chunk]).subarray(-tailBytes)
    },
    text: () =>
      kept
        .toString('utf8')
        .replace(/\r\n?/g, '\n')
        // biome-ignore lint/suspicious/noControlCharactersInRegex: a log must not carry a hostile file's terminal codes
        .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ''),
  }
}
