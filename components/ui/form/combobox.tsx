'use client'

import { type ComponentProps, useState } from 'react'
import { findOptions, findValue } from './find-options.ts'
import { Input } from './input.tsx'
import type { Option } from './option-list.tsx'
import { useOptionList } from './use-option-list.tsx'

type ComboboxProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'ref'> & {
  value: string
  /**
   * Receives the value of the option that was picked or whose label was typed; else the text, or '' with `isStrict`.
   */
  onChange: (value: string) => void
  options: readonly Option[]
  /** Called with the typed text if options are searched on the server. */
  onSearch?: (text: string) => void
  /** Allows only the options. */
  isStrict?: boolean
  /** Highlights the first option while the person types, so that Enter picks it. Default: `isStrict`. */
  picksFirst?: boolean
  ref?: (element: HTMLInputElement | null) => void
}

/** Text of the box for a value while it is in use, unaffected by options that arrive meanwhile. */
type HeldText = { readonly text: string; readonly value: string; readonly isTyped: boolean }

/** Text box that suggests options. Shows the label of its value. */
export function Combobox(all: ComboboxProps) {
  const { value, onChange, options, onSearch, isStrict, picksFirst = isStrict, onFocus, onBlur, ref, ...props } = all
  const [held, setHeld] = useState<HeldText | null>(null)
  const isHeld = held !== null && held.value === value
  const isTyped = isHeld && held.isTyped
  const text = isHeld ? held.text : (options.find((option) => option.value === value)?.label ?? value)
  const take = (next: string) => {
    const meant = findValue(options, next) ?? (isStrict ? '' : next.trim())
    setHeld({ text: next, value: meant, isTyped: true })
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
      setHeld(null)
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
            if (!isHeld) setHeld({ text, value, isTyped: false })
            onFocus?.(event)
          },
          onBlur: (event) => {
            // Takes the text again, because options may have arrived after the last letter.
            if (isTyped) take(text)
            if (!isTyped || findValue(options, text) !== null) setHeld(null)
            onBlur?.(event)
          },
          ...(ref ? { ref } : {}),
        })}
      />
      {list}
    </>
  )
}
