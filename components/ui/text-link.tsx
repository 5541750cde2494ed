import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'
import { Link } from './link.tsx'

export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link {...rest} className={cx('link', className)} />
}
