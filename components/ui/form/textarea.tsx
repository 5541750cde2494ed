'use client'

import type { ComponentProps } from 'react'
import { cx } from '#components/ui/class-names.ts'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { useFieldControl } from './field.tsx'

/**
 * Text box that grows with its text if the browser supports it; `rows` is the minimum height. Accepts no text before
 * hydration, though it looks enabled: React would overwrite the text.
 */
export function Textarea({ className, rows = 3, style, readOnly, ...props }: ComponentProps<'textarea'>) {
  const isHydrated = useHydrated()
  return (
    <textarea
      {...props}
      {...useFieldControl(props)}
      readOnly={readOnly || !isHydrated}
      rows={rows}
      style={{ minHeight: `calc(${rows} * 1lh + 0.875rem)`, ...style }}
      className={cx(
        isHydrated || readOnly ? 'typed-control' : 'control',
        'field-sizing-content max-h-[60dvh] resize-y px-2.5 py-1.5 wrap-anywhere',
        className,
      )}
    />
  )
}
