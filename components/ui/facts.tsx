import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

export function Facts({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <dl className={cx('grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-x-6 gap-y-3', className)}>
      {children}
    </dl>
  )
}

type FactProps = { label: ReactNode; wide?: boolean; value?: ReactNode; children?: ReactNode }

/** A label with a short value, or with longer content. */
export function Fact({ label, wide, value, children = value }: FactProps) {
  return (
    <div className={cx('min-w-0', wide && 'col-span-full')}>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="min-w-0 text-sm break-words">{children}</dd>
    </div>
  )
}
