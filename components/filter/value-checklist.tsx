'use client'

import { useState } from 'react'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { FieldError } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'

/** Longer lists have a search box. */
const maxUnsearched = 8

type ValueChecklistProps = {
  label: string
  options: readonly { value: string; label: string }[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
  error: string | undefined
}

/** Checkboxes for several values; a long list has a search box. */
export function ValueChecklist({ label, options, chosen, onChange, error }: ValueChecklistProps) {
  const [text, setText] = useState('')
  const searchText = text.trim().toLowerCase()
  const shownOptions = options.filter((option) => `${option.label} ${option.value}`.toLowerCase().includes(searchText))
  const choose = (value: string, isChosen: boolean) => {
    const others = chosen.filter((other) => other !== value)
    const after = isChosen ? [...others, value] : others
    onChange(options.map((option) => option.value).filter((known) => after.includes(known)))
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="sr-only">{label}</legend>
      {options.length > maxUnsearched ? (
        <Input
          aria-label="Search the values"
          placeholder="Search…"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      ) : null}
      <div className="max-h-52 overflow-y-auto overscroll-contain">
        {shownOptions.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            className="w-full! py-0.5"
            checked={chosen.includes(option.value)}
            onChange={({ target }) => choose(option.value, target.checked)}
          />
        ))}
        {shownOptions.length === 0 ? <p className="text-sm text-muted">No such value</p> : null}
      </div>
      <div role="alert">{error ? <FieldError>{error}</FieldError> : null}</div>
    </fieldset>
  )
}
