'use client'

import { CalendarDays } from 'lucide-react'
import { type ComponentProps, type ReactNode, type Ref, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { useZone } from '#components/ui/time/clock.tsx'
import { describeZone, formatDay, formatInstant, readDay, readMoment } from '#lib/time/format-time.ts'
import { Input } from './input.tsx'

export type TextProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'min' | 'max'>

type CalendarTextProps = TextProps & {
  text: string
  /** The written day, at which the calendar opens. */
  day: string
  onText: (text: string) => void
  onDay: (day: string) => void
  min?: string | undefined
  max?: string | undefined
  /** Shown beside the text and read with it. */
  note?: ReactNode
}

/** Text of a day, with a button that opens the calendar of the browser. */
export function CalendarText({ text, day, onText, onDay, min, max, note, className, ...props }: CalendarTextProps) {
  const calendar = useRef<HTMLInputElement>(null)
  const noteId = useId()
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className={`relative w-full max-w-60 ${className ?? ''}`}>
        <Input
          autoComplete="off"
          {...props}
          aria-describedby={note ? noteId : undefined}
          value={text}
          onChange={({ target }) => onText(target.value)}
          className="pr-9 tabular-nums"
        />
        <input
          ref={calendar}
          type="date"
          aria-hidden="true"
          tabIndex={-1}
          min={min}
          max={max}
          value={day}
          // Shows the day before a form around it hears of the change.
          onChange={({ target }) => flushSync(() => target.value !== '' && onDay(target.value))}
          className="pointer-events-none absolute inset-0 opacity-0"
        />
        <IconButton
          size="sm"
          label="Choose a day"
          icon={<CalendarDays />}
          disabled={props.disabled}
          data-opens-calendar
          onClick={() => calendar.current?.showPicker()}
          className="absolute top-0.5 right-0.5"
        />
      </span>
      {note ? (
        <span id={noteId} className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
          {note}
        </span>
      ) : null}
    </span>
  )
}

type InstantInputProps = TextProps & {
  /** ISO 8601 in UTC; null or empty for none. */
  value: string | null
  onChange: (value: string | null) => void
  ref?: Ref<HTMLInputElement>
}

/**
 * A moment in the time zone of the page, which stands beside it. `onChange` receives only moments that exist; a text
 * that is none stays, with the reason.
 */
export function InstantInput({ value, onChange, onBlur, ...props }: InstantInputProps) {
  const zone = useZone()
  const [typed, setTyped] = useState<string | null>(null)
  const [isLeft, setLeft] = useState(false)
  const shown = value ? formatInstant(new Date(value), zone) : ''
  const typedReading = typed === null || typed.trim() === '' ? null : readMoment(typed, zone)
  const isReplaced =
    typedReading !== null && 'at' in typedReading && Date.parse(typedReading.at) !== Date.parse(value ?? '')
  const text = typed === null || isReplaced ? shown : typed
  const reading = text.trim() === '' ? null : readMoment(text, zone)
  const fault = reading !== null && 'fault' in reading && isLeft ? reading.fault : null
  const twin = reading !== null && 'twin' in reading ? reading.twin : undefined
  const write = (next: string) => {
    setTyped(next)
    setLeft(false)
    const found = readMoment(next, zone)
    if ('at' in found) onChange(found.at)
  }
  const [day = ''] = text.split(/,| \d\d:/)
  return (
    <CalendarText
      {...props}
      text={text}
      day={readDay(day) ?? ''}
      onText={write}
      onDay={(chosen) => write(`${formatDay(chosen)}, ${/\d{1,2}:\d\d.*$/.exec(text)?.[0] ?? ''}`)}
      onBlur={(event) => {
        setLeft(true)
        if (text.trim() === '' && value) onChange(null)
        if (fault === null && (reading === null || 'at' in reading)) setTyped(null)
        onBlur?.(event)
      }}
      aria-invalid={fault === null ? undefined : true}
      note={
        <>
          {describeZone(zone, new Date(reading !== null && 'at' in reading ? reading.at : (value ?? 0)))}
          {twin === undefined ? null : (
            <>
              <span className="text-warning-text">The clocks show this time twice.</span>
              <Button size="sm" onClick={() => onChange(twin)}>
                Use {formatInstant(new Date(twin), zone)}
              </Button>
            </>
          )}
          {fault === null ? null : <span className="font-medium text-danger-text">{fault}</span>}
        </>
      }
    />
  )
}
