import { ArrowUpRight } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'

/** Link that leaves Hindsight: opens a new tab and sends no referrer. */
export function ExternalLink({ className, children, ...rest }: ComponentProps<'a'>) {
  return (
    <a {...rest} target="_blank" rel="noopener noreferrer" className={cx('link', className)}>
      {children}
      <ArrowUpRight className="ml-0.5 inline size-3.5 align-[-2px]" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
