'use client'

import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { AccountPatch, updateAccount } from '#lib/contracts/app/accounts.ts'
import type { SigningOutDialogProps } from './account-action.ts'
import { RoleChoice } from './role-choice.tsx'

const NameAndRole = AccountPatch.pick({ name: true, role: true }).required()

export function EditAccount({ account, onClose, onSignedOut }: SigningOutDialogProps) {
  const { Field, choice, state } = useEndpointForm(updateAccount, {
    schema: NameAndRole,
    values: { name: account.name, role: account.role },
    input: (body) => ({ params: { id: account.id }, body }),
    done: ({ name }) => `${name} saved`,
    onDone: ({ role }) => (role === account.role ? onClose() : onSignedOut()),
  })
  const hint = account.isOwn
    ? 'Changing your role signs you out.'
    : 'Changing the role signs the person out. It applies from the next sign-in.'
  return (
    <FormDialog
      {...state}
      title={`Edit ${account.name}`}
      description={account.email}
      submitLabel="Save"
      onClose={onClose}
    >
      <Field name="name" label="Name" required />
      <RoleChoice {...choice('role')} hint={hint} isLastAdmin={account.isLastAdmin} />
    </FormDialog>
  )
}
