'use client'
import { useEffect, useEffectEvent, useState } from 'react'
import { readableUsdc, wholeUsdc } from '#lib/domain/money/money'

/**
 * The main action of a bounty, at the bottom of a phone's screen until its form is visible.
 *
 * @param target id of the section with the form
 * @param waiting id of the form, which has `data-waits` while a film was chosen and is not submitted
 */
export function SubmitBar(props: { amountUsdc: number; target: string; waiting: string }) {
  const { amountUsdc, target, waiting } = props
  const isThere = useIsInView(() => document.getElementById(target), '0px 0px -20% 0px')
  // At the end of the page the bar would cover the links of the footer.
  const isAtEnd = useIsInView(() => document.querySelector('.site-footer'), '0px')
  if (isThere || isAtEnd) return null
  return (
    <div className="action-bar fixed inset-x-0 bottom-0 z-10 border-t border-line bg-raised px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] lg:hidden">
      <a href={`#${target}`} className="button button-accent w-full group-has-[[data-waits]]/bounty:hidden">
        Submit a film for {readableUsdc(wholeUsdc(amountUsdc))} USDC
      </a>
      <a
        href={`#${waiting}`}
        className="button button-accent hidden w-full group-has-[[data-waits]]/bounty:flex"
      >
        Finish submitting your film
      </a>
    </div>
  )
}

/** True while an element of the page is in the window. @param margin around the window, as of an intersection observer */
function useIsInView(find: () => Element | null, margin: string): boolean {
  const [isInView, setIsInView] = useState(false)
  const findElement = useEffectEvent(find)
  useEffect(() => {
    const element = findElement()
    if (!element) return
    const observer = new IntersectionObserver((entries) => setIsInView(entries.at(-1)!.isIntersecting), {
      rootMargin: margin,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [margin])
  return isInView
}
