import type { ReactNode } from 'react'
import { Avatar } from './avatar.tsx'

/** Initials and name of a person; `fallback` if there is no name. */
export function Person({ name, fallback = 'Nobody' }: { name: string | null | undefined; fallback?: ReactNode }) {
  if (!name) return <span className="text-muted">{fallback}</span>
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <Avatar name={name} />
      <span className="truncate">{name}</span>
    </span>
  )
}
