'use client'

import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'
import { typedControlClass } from './control-styles.ts'
import { useFieldControl } from './field-context.ts'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return (
    <input
      type="text"
      {...props}
      {...useFieldControl(props)}
      className={cx(typedControlClass, 'h-8 px-2.5', className)}
    />
  )
}
