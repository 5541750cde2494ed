import type { ComponentProps, ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, getButtonClass } from './button.tsx'
import { Link } from './link.tsx'

type ButtonLinkProps = ComponentProps<typeof Link> & { variant?: ButtonVariant; size?: ButtonSize; icon?: ReactNode }

export function ButtonLink({ variant, size, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={getButtonClass(variant, size, className)}>
      {icon}
      {children}
    </Link>
  )
}
