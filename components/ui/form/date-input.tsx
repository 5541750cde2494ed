'use client'

import { type Ref, useState } from 'react'
import { formatDay, readDay } from '#lib/time/format-time.ts'
import { CalendarText, type TextProps } from './instant-input.tsx'

export type DateInputProps = TextProps & {
  /** YYYY-MM-DD; a text that is no day stays as it was typed, for the schema to refuse. */
  value: string
  onChange: (value: string) => void
  min?: string
  max?: string
  ref?: Ref<HTMLInputElement>
  /** Named beside a day that stands for its first or last moment. */
  zone?: string | undefined
}

/** A day, written as `2 Nov 2026`. */
export function DateInput({ value, onChange, onBlur, zone, ...props }: DateInputProps) {
  const [typed, setTyped] = useState('')
  const read = (text: string) => readDay(text) ?? text
  return (
    <CalendarText
      {...props}
      text={read(typed) === value ? typed : formatDay(value)}
      day={readDay(value) ?? ''}
      onText={(text) => {
        setTyped(text)
        onChange(read(text))
      }}
      onDay={onChange}
      onBlur={(event) => {
        setTyped('')
        onBlur?.(event)
      }}
      note={zone}
    />
  )
}
