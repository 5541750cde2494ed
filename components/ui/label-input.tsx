'use client'

import { X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

type LabelInputProps = { label: string; values: readonly string[]; onChange: (values: string[]) => void }

/** A list of labels: Enter or a comma adds one, its button removes it. */
export function LabelInput({ label, values, onChange }: LabelInputProps) {
  const [text, setText] = useState('')
  const add = () => {
    const words = text.split(',').flatMap((word) => word.trim() || [])
    if (words.length > 0) onChange([...new Set([...values, ...words])].slice(0, 50))
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ',') return
    event.preventDefault()
    add()
  }
  return (
    <div className="flex flex-col gap-1.5">
      <Field label={label} hint="Press Enter to add one">
        <Input
          value={text}
          maxLength={64}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={add}
        />
      </Field>
      {values.length > 0 ? (
        <ul className="flex flex-wrap gap-1" aria-label={label}>
          {values.map((value) => (
            <li key={value}>
              <span className="inline-flex h-7 items-center gap-1 rounded-md border border-line-strong/60 bg-surface pr-0.5 pl-2 text-sm">
                {value}
                <button
                  type="button"
                  aria-label={`Remove ${value}`}
                  onClick={() => onChange(values.filter((other) => other !== value))}
                  className="grid size-6 place-items-center rounded-md text-muted hover:bg-ink/7 hover:text-ink"
                >
                  <X aria-hidden="true" className="size-3.5" />
                </button>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
