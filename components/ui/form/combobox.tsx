'use client'

import { type ComponentProps, useState } from 'react'
import { findOptions, findValue } from './find-options.ts'
import { Input } from './input.tsx'
import type { Option } from './option-list.tsx'
import { useOptionList } from './option-list.tsx'

type ComboboxProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'ref'> & {
  value: string
  /** Receives the value of the option that was picked or typed; else the text, or '' with `isStrict`. */
  onChange: (value: string) => void
  options: readonly Option[]
  onSearch?: (text: string) => void
  /** Allows only the options. */
  isStrict?: boolean
  /** Highlights the first option while the person types, so that Enter picks it. Default: `isStrict`. */
  picksFirst?: boolean
  ref?: (element: HTMLInputElement | null) => void
}

/** Text of the box for a value while it is in use, unaffected by options that arrive meanwhile. */
type EditedText = { readonly text: string; readonly value: string; readonly isTyped: boolean }

export function Combobox(allProps: ComboboxProps) {
  const {
    value,
    onChange,
    options,
    onSearch,
    isStrict,
    picksFirst = isStrict,
    onFocus,
    onBlur,
    ref,
    ...props
  } = allProps
  const [edited, setEdited] = useState<EditedText | null>(null)
  const isEdited = edited !== null && edited.value === value
  const isTyped = isEdited && edited.isTyped
  const text = isEdited ? edited.text : (options.find((option) => option.value === value)?.label ?? value)
  const applyText = (next: string) => {
    const newValue = findValue(options, next) ?? (isStrict ? '' : next.trim())
    setEdited({ text: next, value: newValue, isTyped: true })
    if (newValue !== value) onChange(newValue)
  }
  const { controlProps, list } = useOptionList<HTMLInputElement>({
    text,
    onText: (next) => {
      onSearch?.(next)
      applyText(next)
    },
    options: findOptions(options, isTyped ? text : ''),
    onPick: (option) => {
      setEdited(null)
      onChange(option.value)
    },
    picksFirst,
  })
  return (
    <>
      <Input
        {...props}
        {...controlProps({
          onFocus: (event) => {
            if (!isEdited) setEdited({ text, value, isTyped: false })
            onFocus?.(event)
          },
          onBlur: (event) => {
            // Takes the text again, because options may have arrived after the last letter.
            if (isTyped) applyText(text)
            if (!isTyped || findValue(options, text) !== null) setEdited(null)
            onBlur?.(event)
          },
          ...(ref ? { ref } : {}),
        })}
      />
      {list}
    </>
  )
}

type OptionalComboboxProps = Omit<ComboboxProps, 'value' | 'onChange'> & {
  value: string | null | undefined
  onChange: (value: string | null) => void
}

/** A `Combobox` whose empty text is null. */
export const OptionalCombobox = ({ value, onChange, ...props }: OptionalComboboxProps) => (
  <Combobox {...props} value={value ?? ''} onChange={(next) => onChange(next || null)} />
)
