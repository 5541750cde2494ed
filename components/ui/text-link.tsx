import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'
import { Link } from './link.tsx'

/** Classes of a link in text. The underline distinguishes it, not colour alone. */
export const linkClass = 'link'

export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link {...rest} className={cx(linkClass, className)} />
}
