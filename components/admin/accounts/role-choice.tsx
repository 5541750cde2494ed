'use client'

import type { UseFormRegisterReturn } from 'react-hook-form'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { type Role, roles } from '#lib/contracts/endpoint.ts'
import { capitalise } from '#lib/text/first-letter.ts'

const descriptions: Readonly<Record<Role, string>> = {
  viewer: 'Reads changes, reviews, actions and lessons, and does their own actions.',
  auditor: 'Reads all that a manager reads, including the history, and writes no record.',
  reviewer: 'Writes reviews, actions and lessons.',
  manager: 'Also assigns reviews, signs them off, edits the review policy and sees the history.',
  admin: 'Also manages accounts and API tokens.',
}

type RoleChoiceProps = {
  register: UseFormRegisterReturn
  error: string | undefined
  hint?: string
  /** The last admin must stay an admin. */
  isLastAdmin?: boolean
}

/** The roles, each described by what it adds to the previous one; the auditor is a role apart. */
export function RoleChoice({ register, error, hint, isLastAdmin = false }: RoleChoiceProps) {
  return (
    <RadioGroup
      legend="Role"
      required
      register={register}
      error={error}
      hint={isLastAdmin ? 'This is the last admin. Make someone else an admin before choosing another role.' : hint}
      options={roles.map((role) => ({
        value: role,
        label: capitalise(role),
        hint: descriptions[role],
        disabled: isLastAdmin && role !== 'admin',
      }))}
    />
  )
}
