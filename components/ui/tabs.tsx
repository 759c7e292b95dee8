'use client'
import { Tabs as Primitive } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export type Tab = { id: string; title: string; content: ReactNode }

/** Tabs of one subject, one shown at a time. Arrow keys move between tabs. */
export function Tabs({ label, tabs, first }: { label: string; tabs: readonly Tab[]; first?: string }) {
  return (
    <Primitive.Root defaultValue={first ?? tabs[0]?.id}>
      <Primitive.List
        aria-label={label}
        activateOnFocus
        className="flex flex-wrap gap-x-1 gap-y-2 border-b border-line"
      >
        {tabs.map(({ id, title }) => (
          <Primitive.Tab
            key={id}
            value={id}
            className="-mb-px min-h-11 border-b-2 border-transparent px-3 text-sm text-soft hover:text-ink data-active:border-ink data-active:text-ink"
          >
            {title}
          </Primitive.Tab>
        ))}
      </Primitive.List>
      {tabs.map(({ id, content }) => (
        <Primitive.Panel key={id} value={id} className="pt-5">
          {content}
        </Primitive.Panel>
      ))}
    </Primitive.Root>
  )
}
