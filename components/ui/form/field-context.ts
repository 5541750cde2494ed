'use client'

import { createContext, useContext } from 'react'

export type FieldWiring = {
  controlId: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
  disabled: boolean
}

export const FieldContext = createContext<FieldWiring | null>(null)

type ControlProps = {
  id?: string | undefined
  disabled?: boolean | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined
  'aria-required'?: boolean | 'true' | 'false' | undefined
}

/** Returns the id and aria attributes that a control takes from the `Field` around it. Its own props win. */
export function useFieldControl(props: ControlProps) {
  const field = useContext(FieldContext)
  const describedBy = [props['aria-describedby'], field?.describedBy].filter(Boolean).join(' ')
  return {
    id: props.id ?? field?.controlId,
    disabled: props.disabled ?? (field?.disabled || undefined),
    'aria-describedby': describedBy || undefined,
    'aria-invalid': props['aria-invalid'] ?? (field?.invalid || undefined),
    'aria-required': props['aria-required'] ?? (field?.required || undefined),
  }
}
