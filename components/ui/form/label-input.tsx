'use client'

import { X } from 'lucide-react'
import { useState } from 'react'
import { Field } from './field.tsx'
import { createOptions, findOptions } from './find-options.ts'
import { Input } from './input.tsx'
import { useOptionList } from './option-list.tsx'

type LabelInputProps = {
  label: string
  values: readonly string[]
  onChange: (values: string[]) => void
  suggestions: readonly string[]
  maxLength?: number
}

const maxLabels = 50

export function LabelInput({ label, values, onChange, suggestions, maxLength = 64 }: LabelInputProps) {
  const [text, setText] = useState('')
  const add = (...words: readonly string[]) => {
    if (words.length > 0) onChange([...new Set([...values, ...words])].slice(0, maxLabels))
    setText('')
  }
  const addTyped = (typed: string) => add(...typed.split(',').flatMap((word) => word.trim() || []))
  const { controlProps, list } = useOptionList<HTMLInputElement>({
    text,
    onText: (next) => (next.endsWith(',') ? addTyped(next) : setText(next)),
    options: findOptions(createOptions(suggestions.filter((name) => !values.includes(name))), text),
    onPick: ({ value }) => add(value),
    onEnter: () => addTyped(text),
  })
  return (
    <div className="flex flex-col gap-1.5">
      <Field label={label} hint="Press Enter to add one">
        <Input maxLength={maxLength} {...controlProps({ onBlur: () => addTyped(text) })} />
        {list}
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
                  <X className="size-3.5" />
                </button>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
