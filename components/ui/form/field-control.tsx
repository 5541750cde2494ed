'use client'

import type { UseFormReturn } from 'react-hook-form'
import { Checkbox } from './checkbox.tsx'
import { type FieldSpec, findUnreadableLine } from './field-spec.ts'
import { FormField } from './form-field.tsx'
import { Input, ZoneInput } from './input.tsx'
import { NativeSelect } from './native-select.tsx'
import { Textarea } from './textarea.tsx'

type FieldControlProps = {
  field: FieldSpec
  form: UseFormReturn<Record<string, string>>
  isSet: boolean
  /** True if nobody can change it, such as a setting from the environment. */
  isFixed?: boolean
  className?: string
}

export function FieldControl({ field, form, isSet, isFixed = false, className = '' }: FieldControlProps) {
  const { key, label, hint, kind, options = [], none, isRequired = false } = field
  if (kind === 'flag') {
    return (
      <Checkbox
        label={label}
        hint={hint}
        disabled={isFixed}
        checked={form.watch(key) === 'true'}
        onChange={(event) => form.setValue(key, String(event.target.checked), { shouldDirty: true })}
      />
    )
  }
  return (
    <FormField
      form={form}
      name={key}
      label={label}
      hint={hint}
      required={isRequired}
      className={className}
      rules={{ validate: (text) => findUnreadableLine(kind, text) ?? true }}
    >
      {(registration) => {
        const props = { ...registration, readOnly: isFixed }
        if (kind === 'choice') {
          return (
            <NativeSelect
              {...registration}
              disabled={isFixed}
              options={options}
              {...(none === undefined ? {} : { placeholder: none })}
            />
          )
        }
        if (kind === 'lines' || kind === 'pairs' || kind === 'long') return <Textarea rows={3} {...props} />
        if (kind === 'zone') return <ZoneInput {...props} />
        if (kind === 'secret') {
          const placeholder = isSet ? 'Set. Type to replace it.' : ''
          return <Input type="password" autoComplete="new-password" placeholder={placeholder} {...props} />
        }
        return <Input inputMode={kind === 'number' ? 'numeric' : undefined} autoComplete="off" {...props} />
      }}
    </FormField>
  )
}
