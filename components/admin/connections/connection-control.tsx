'use client'

import type { UseFormReturn } from 'react-hook-form'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { NativeSelect } from '#components/ui/native-select.tsx'
import { SecretInput } from '#components/ui/secret-input.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import type { ConnectionField, ConnectionTexts } from './connection-fields.ts'

export type MappingName = { readonly name: string; readonly kind: string }

type ConnectionControlProps = {
  field: ConnectionField
  form: UseFormReturn<ConnectionTexts>
  /** For a secret: whether one is stored. */
  isSet: boolean
  mappings: readonly MappingName[]
}

/** The control of one field of a connection. */
export function ConnectionControl({ field, form, isSet, mappings }: ConnectionControlProps) {
  const { key, label, hint, kind, options = [], isRequired = false } = field
  if (kind === 'flag') {
    return (
      <Checkbox
        label={label}
        hint={hint}
        checked={form.watch(key) === 'true'}
        onChange={(event) => form.setValue(key, String(event.target.checked), { shouldDirty: true })}
      />
    )
  }
  const props = form.register(key)
  const isInset = /^options\/(?:tables|writes)\/\w+\/\w/.test(key)
  const saved = mappings.filter((mapping) => mapping.kind === field.importKind)
  return (
    <Field
      label={label}
      name={key}
      hint={hint}
      required={isRequired}
      error={form.formState.errors[key]?.message}
      className={isInset ? 'ml-8' : ''}
    >
      {kind === 'choice' ? (
        <NativeSelect {...props} options={options} />
      ) : kind === 'mapping' ? (
        <NativeSelect
          {...props}
          placeholder="The usual fields"
          options={saved.map(({ name }) => ({ value: name, label: name }))}
        />
      ) : kind === 'lines' || kind === 'pairs' ? (
        <Textarea rows={3} {...props} />
      ) : kind === 'secret' ? (
        <SecretInput isSet={isSet} {...props} />
      ) : (
        <Input inputMode={kind === 'number' ? 'numeric' : undefined} autoComplete="off" {...props} />
      )}
    </Field>
  )
}
