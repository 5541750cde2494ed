'use client'

import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '#components/ui/class-names.ts'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { useFieldControl } from './field.tsx'

type NativeSelectProps = ComponentProps<'select'> & {
  options: readonly { value: string; label: string; disabled?: boolean | undefined }[]
  /** Label of the first entry, whose value is empty, such as "Any team". */
  placeholder?: string
}

/** The browser's own select. Works with `register`, opens the picker of a phone and needs no script. */
export function NativeSelect({ options, placeholder, className, ...props }: NativeSelectProps) {
  return (
    <span inert={!useHydrated()} className={cx('relative inline-block w-full min-w-0', className)}>
      <select {...props} {...useFieldControl(props)} className="control h-8 cursor-pointer appearance-none pr-8 pl-2.5">
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute top-2 right-2 size-4 text-muted" />
    </span>
  )
}

/** Makes options of the values, and of the chosen one even if no record has it. */
export const createValueOptions = (values: readonly string[], chosen: string) =>
  (chosen === '' || values.includes(chosen) ? values : [chosen, ...values]).map((value) => ({ value, label: value }))
