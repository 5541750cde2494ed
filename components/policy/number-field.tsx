import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'

type NumberFieldProps = {
  label: string
  hint: string
  register: UseFormRegisterReturn
  error: string | undefined
  required?: boolean
  isDecimal?: boolean
}

export function NumberField({ register, isDecimal = false, ...field }: NumberFieldProps) {
  return (
    <Field {...field} name={register.name}>
      <Input
        inputMode={isDecimal ? 'decimal' : 'numeric'}
        autoComplete="off"
        className="max-w-32 tabular-nums"
        {...register}
      />
    </Field>
  )
}
