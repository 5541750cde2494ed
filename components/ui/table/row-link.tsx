import type { ComponentProps } from 'react'
import { cx } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'

/** Main link of a row. In a `TableRegion` a click anywhere on the row follows it. */
export function RowLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      {...rest}
      data-row-link=""
      className={cx('rounded-sm font-medium text-ink hover:text-accent-text hover:underline', className)}
    />
  )
}
