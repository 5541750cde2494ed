'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { FormField } from '#components/ui/form/form-field.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { useEndpointForm } from '#lib/api/use-endpoint-form.ts'
import { AccountPatch, updateAccount } from '#lib/contracts/app/accounts.ts'
import type { SigningOutDialogProps } from './account-action.ts'
import { RoleChoice } from './role-choice.tsx'

const NameAndRole = AccountPatch.pick({ name: true, role: true }).required()

export function EditAccount({ account, onClose, onSignedOut }: SigningOutDialogProps) {
  const { form, state } = useEndpointForm(updateAccount, {
    resolver: zodResolver(NameAndRole),
    values: { name: account.name, role: account.role },
    input: (body) => ({ params: { id: account.id }, body }),
    onDone: ({ name, role }) => {
      showToast({ kind: 'success', title: `${name} saved` })
      return role === account.role ? onClose() : onSignedOut()
    },
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
      <FormField form={form} name="name" label="Name" required />
      <RoleChoice
        register={form.register('role')}
        error={form.formState.errors.role?.message}
        hint={hint}
        isLastAdmin={account.isLastAdmin}
      />
    </FormDialog>
  )
}
