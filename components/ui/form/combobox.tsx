'use client'

import { type ComponentProps, useState } from 'react'
import { findOptions, valueOfText } from './find-options.ts'
import { Input } from './input.tsx'
import type { Option } from './option-list.tsx'
import { useOptionList } from './use-option-list.tsx'

type ComboboxProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'ref'> & {
  value: string
  /** Receives the value of the option that was picked or whose name was typed; else the text, or '' with `isStrict`. */
  onChange: (value: string) => void
  options: readonly Option[]
  /** For options that are searched on the server. */
  onSearch?: (text: string) => void
  /** Only the options are allowed. */
  isStrict?: boolean
  /** Highlights the first option while one types, so that Enter picks it. Default: `isStrict`. */
  picksFirst?: boolean
  ref?: (element: HTMLInputElement | null) => void
}

/** A text box that suggests options. It shows the label of its value. */
export function Combobox({
  value,
  onChange,
  options,
  onSearch,
  isStrict,
  picksFirst = isStrict,
  onBlur,
  ref,
  ...props
}: ComboboxProps) {
  const [typed, setTyped] = useState<{ text: string; value: string } | null>(null)
  const isTyped = typed !== null && typed.value === value
  const text = isTyped ? typed.text : (options.find((option) => option.value === value)?.label ?? value)
  const take = (next: string) => {
    const meant = valueOfText(options, next) ?? (isStrict ? '' : next.trim())
    setTyped({ text: next, value: meant })
    if (meant !== value) onChange(meant)
  }
  const { controlProps, list } = useOptionList<HTMLInputElement>({
    text,
    onText: (next) => {
      onSearch?.(next)
      take(next)
    },
    options: findOptions(options, isTyped ? text : ''),
    onPick: (option) => {
      setTyped(null)
      onChange(option.value)
    },
    picksFirst,
  })
  return (
    <>
      <Input
        {...props}
        {...controlProps({
          onBlur: (event) => {
            // Options may have arrived after the last letter.
            if (isTyped) take(text)
            if (isTyped && valueOfText(options, text) !== null) setTyped(null)
            onBlur?.(event)
          },
          ...(ref ? { ref } : {}),
        })}
      />
      {list}
    </>
  )
}
