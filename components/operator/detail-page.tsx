'use client'
import type { UseQueryResult } from '@tanstack/react-query'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { ApiRefusal } from '#lib/client/api-refusal'
import { Asked } from './asked.tsx'

type Props<Data> = {
  /** The link back to its list. */
  list: { href: string; text: string }
  title: string
  /** Its id, if the title lacks it. */
  id?: ReactNode
  query: UseQueryResult<Data>
  /** Text for an unknown id. */
  absent: ReactNode
  children: (data: Data) => ReactNode
}

/** The page of one object. */
export function DetailPage<Data>({ list, title, id, query, absent, children }: Props<Data>) {
  return (
    <div>
      <p className="text-sm">
        <Link href={list.href}>{list.text}</Link>
      </p>
      <h1 className="mt-2 text-xl wrap-anywhere">{title}</h1>
      {id && <p className="mt-1">{id}</p>}
      <div className="mt-4">
        {isAbsent(query) ? (
          <p role="alert" className="max-w-[65ch]">
            {absent}
          </p>
        ) : (
          <Asked query={query}>{children}</Asked>
        )}
      </div>
    </div>
  )
}

/** True if the service answered that it does not exist. After a failed request it may exist. */
export function isAbsent({ error }: Pick<UseQueryResult, 'error'>): boolean {
  return error instanceof ApiRefusal && (error.status === 404 || error.status === 400)
}
