'use client'
import { useEffect, useState } from 'react'

const saidForMs = 1_600

type Props = { text: string; label: string; children?: string; isMain?: boolean; tabIndex?: number }

export function CopyButton({ text, label, children, isMain = false, tabIndex }: Props) {
  const [said, setSaid] = useState<'copied' | 'refused'>()
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => setSaid(undefined), saidForMs)
    return () => clearTimeout(timer)
  }, [said])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid('copied'),
      () => setSaid('refused'),
    )
  return (
    <button
      type="button"
      onClick={copy}
      tabIndex={tabIndex}
      aria-label={label}
      title={label}
      className={
        children
          ? `button ${isMain ? 'button-main' : ''}`
          : 'relative inline-grid size-7 place-items-center rounded-sm opacity-75 after:absolute after:-inset-2 hover:opacity-100 hover:outline hover:outline-current'
      }
    >
      <svg viewBox="0 0 16 16" className="size-4" aria-hidden="true" fill="none" stroke="currentColor">
        {said === 'copied' ? (
          <path d="m3 8.5 3.3 3.200L13 4.8" strokeWidth="1.8" />
        ) : said === 'refused' ? (
          <path d="m4 4 8 8m0-8-8 8" strokeWidth="1.8" />
        ) : (
          <path
            d="M5.5 5.500h7v8h-7zM10.5 3.200V2.500h-7v8h.7"
            strokeWidth="1.3"
            strokeLinejoin="round"
            strokeLinecap="round"
          />
        )}
      </svg>
      {children}
      <span className="sr-only" role="status">
        {said === 'copied' ? 'Copied' : said === 'refused' ? 'The browser refused to copy' : ''}
      </span>
    </button>
  )
}
