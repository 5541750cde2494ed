'use client'

import type { UseFormRegisterReturn } from 'react-hook-form'
import { RadioGroup } from '#components/ui/radio-group.tsx'
import { type Role, roles } from '#lib/contracts/endpoint.ts'

const meanings: Readonly<Record<Role, string>> = {
  viewer: 'Reads changes, reviews, actions and lessons.',
  reviewer: 'Also writes them.',
  manager: 'Also sees the history of writes.',
  admin: 'Also manages accounts and API tokens.',
}

type RoleChoiceProps = {
  register: UseFormRegisterReturn
  error: string | undefined
  hint?: string
  /** The last admin has to stay one. */
  isLastAdmin?: boolean
}

/** The four roles with what each adds to the one before it. */
export function RoleChoice({ register, error, hint, isLastAdmin = false }: RoleChoiceProps) {
  return (
    <RadioGroup
      legend="Role"
      required
      register={register}
      error={error}
      hint={isLastAdmin ? 'This is the last admin: make someone else admin before choosing another role.' : hint}
      options={roles.map((role) => ({
        value: role,
        label: role.charAt(0).toUpperCase() + role.slice(1),
        hint: meanings[role],
        disabled: isLastAdmin && role !== 'admin',
      }))}
    />
  )
}
