import { ArrowUpRight } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'
import { linkClass } from './text-link.tsx'

/** Link that leaves Hindsight: opens a new tab and sends no referrer. */
export function ExternalLink({ className, children, ...rest }: ComponentProps<'a'>) {
  return (
    <a {...rest} target="_blank" rel="noopener noreferrer" className={cx(linkClass, className)}>
      {children}
      <ArrowUpRight className="ml-0.5 inline size-3.5 align-[-2px]" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
