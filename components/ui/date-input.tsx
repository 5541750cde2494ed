'use client'

import type { ComponentProps } from 'react'
import { Input } from './input.tsx'

type DateInputProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** The value of `datetime-local` is local time without a time zone. */
  type?: 'date' | 'datetime-local'
}

/** The browser's date field; its value is `YYYY-MM-DD`. */
export function DateInput({ type = 'date', className, ...props }: DateInputProps) {
  return (
    <Input
      max={type === 'date' ? '9999-12-31' : '9999-12-31T23:59'}
      {...props}
      type={type}
      className={`max-w-60 tabular-nums ${className ?? ''}`}
    />
  )
}
