'use client'
import { useEffect, useState } from 'react'

const saidForMs = 1_600

/** Leads to its heading and copies the whole address on the way. */
export function HeadingLink({ id, text }: { id: string; text: string }) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), saidForMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = () => {
    const address = new URL(`#${id}`, window.location.href).href
    // If the browser refuses, the link is still in the address bar.
    navigator.clipboard?.writeText(address).then(
      () => setIsCopied(true),
      () => undefined,
    )
  }
  return (
    <a
      href={`#${id}`}
      onClick={copy}
      aria-label={`Link to “${text}”`}
      className="inline-grid min-h-6 min-w-6 place-items-center rounded-sm px-1.5 text-sm text-soft opacity-0 hover:text-ink focus-visible:opacity-100 group-hover:opacity-100 [@media(hover:none)]:opacity-100 print:hidden"
    >
      {isCopied ? 'Copied' : '#'}
      <span role="status" className="sr-only">
        {isCopied ? 'Link copied' : ''}
      </span>
    </a>
  )
}
