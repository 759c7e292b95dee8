'use client'
import { useEffect, useState } from 'react'
import { readableUsdc, wholeUsdc } from '#lib/domain/money/money'

/** The main action of a bounty, at the bottom of a phone's screen until its form is visible. @param target id of the form */
export function SubmitBar({ amountUsdc, target }: { amountUsdc: number; target: string }) {
  const [isThere, setIsThere] = useState(false)
  useEffect(() => {
    const form = document.getElementById(target)
    if (!form) return
    const observer = new IntersectionObserver((entries) => setIsThere(entries.at(-1)!.isIntersecting), {
      rootMargin: '0px 0px -20% 0px',
    })
    observer.observe(form)
    return () => observer.disconnect()
  }, [target])
  if (isThere) return null
  return (
    <div className="action-bar fixed inset-x-0 bottom-0 z-10 border-t border-line bg-raised px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] lg:hidden">
      <a href={`#${target}`} className="button button-accent w-full">
        Submit a film for {readableUsdc(wholeUsdc(amountUsdc))} USDC
      </a>
    </div>
  )
}
