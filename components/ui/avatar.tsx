import type { ReactNode } from 'react'
import { getInitials } from '#lib/domain/people/initials-avatar.ts'
import { cx } from './class-names.ts'

const sizes = { sm: 'size-5 text-[0.5625rem]', md: 'size-7 text-2xs', lg: 'size-12 text-md' }

/** Initials of a person. Decorative, because the name is beside it or in the label around it. */
export function Avatar({ name, size = 'sm' }: { name: string; size?: 'sm' | 'md' | 'lg' }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'inline-grid shrink-0 place-items-center rounded-full border border-accent-line bg-accent-soft leading-none font-semibold text-accent-text select-none',
        sizes[size],
      )}
    >
      {getInitials(name)}
    </span>
  )
}

export function Person({ name, fallback = 'Nobody' }: { name: string | null | undefined; fallback?: ReactNode }) {
  if (!name) return <span className="text-muted">{fallback}</span>
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <Avatar name={name} />
      <span className="truncate">{name}</span>
    </span>
  )
}
