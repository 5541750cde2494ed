import type { ReactNode } from 'react'
import { SortHeader } from '#components/ui/table/sort-header.tsx'

type SortByProps = {
  field: string
  /** The current sort in the URL: a field, with `-` before it for descending. */
  sort: string | undefined
  hrefFor: (sort: string) => string
  align?: 'start' | 'end'
  className?: string
  children: ReactNode
}

/** Column header that sorts a list by the URL: ascending first, then descending. */
export function SortBy({ field, sort, hrefFor, align = 'start', className, children }: SortByProps) {
  const direction = sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : undefined
  const next = direction === 'ascending' ? `-${field}` : field
  return (
    <SortHeader direction={direction} href={hrefFor(next)} align={align} {...(className ? { className } : {})}>
      {children}
    </SortHeader>
  )
}
