'use client'

import type { ComponentProps } from 'react'
import { cx } from '#components/ui/class-names.ts'
import { useFieldControl } from './field-context.ts'
import { typedControlClass } from './input.tsx'

/** Grows with its text if the browser supports it; `rows` is the minimum height. */
export function Textarea({ className, rows = 3, style, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...props}
      {...useFieldControl(props)}
      rows={rows}
      style={{ minHeight: `calc(${rows} * 1lh + 0.875rem)`, ...style }}
      className={cx(typedControlClass, 'field-sizing-content max-h-[60dvh] resize-y px-2.5 py-1.5', className)}
    />
  )
}
