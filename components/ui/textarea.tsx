'use client'

import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'
import { typedControlClass } from './control-styles.ts'
import { useFieldControl } from './field-context.ts'

/** Grows with its text where the browser can; `rows` is the least height. */
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
