import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'

/** One key. */
export function Kbd({ className, ...rest }: ComponentProps<'kbd'>) {
  return (
    <kbd
      {...rest}
      className={cx(
        'inline-grid h-5 min-w-5 place-items-center rounded-sm border border-b-2 border-line bg-sunken px-1 font-sans text-2xs font-medium text-muted',
        className,
      )}
    />
  )
}
