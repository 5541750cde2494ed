'use client'

import type { UseFormReturn } from 'react-hook-form'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { NativeSelect } from '#components/ui/native-select.tsx'
import { SecretInput } from '#components/ui/secret-input.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { ZoneInput } from '#components/ui/zone-input.tsx'
import { LogoField } from './logo-field.tsx'
import type { SettingField } from './sections.ts'

type SettingControlProps = {
  field: SettingField
  form: UseFormReturn<Record<string, string>>
  /** The environment variable that sets it. */
  variable: string | undefined
  /** For a secret: whether one is stored. */
  isSet: boolean
}

/** The control of one setting; read-only where the environment sets it. */
export function SettingControl({ field, form, variable, isSet }: SettingControlProps) {
  const { key, label, hint, kind, options = [], none } = field
  const isFixed = variable !== undefined
  const note = isFixed ? `Set by ${variable} in the environment.` : hint
  const error = form.formState.errors[key]?.message
  if (kind === 'logo') return <LogoField field={field} form={form} error={error} />
  if (kind === 'flag') {
    return (
      <Checkbox
        label={label}
        hint={note}
        disabled={isFixed}
        checked={form.watch(key) === 'true'}
        onChange={(event) => form.setValue(key, String(event.target.checked), { shouldDirty: true })}
      />
    )
  }
  const props = { ...form.register(key), readOnly: isFixed }
  return (
    <Field label={label} name={key} hint={note} error={error}>
      {kind === 'choice' ? (
        <NativeSelect
          {...form.register(key)}
          disabled={isFixed}
          options={options}
          {...(none === undefined ? {} : { placeholder: none })}
        />
      ) : kind === 'words' || kind === 'lines' || kind === 'long' ? (
        <Textarea rows={kind === 'words' ? 4 : 2} {...props} />
      ) : kind === 'zone' ? (
        <ZoneInput {...props} />
      ) : kind === 'secret' ? (
        <SecretInput isSet={isSet} {...props} />
      ) : (
        <Input inputMode={kind === 'number' ? 'numeric' : undefined} autoComplete="off" {...props} />
      )}
    </Field>
  )
}
