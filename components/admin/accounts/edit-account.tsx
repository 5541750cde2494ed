'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Field } from '#components/ui/field.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Input } from '#components/ui/input.tsx'
import { showToast } from '#components/ui/toast.ts'
import { showServerErrors } from '#lib/api/form-errors.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { AccountPatch, updateAccount } from '#lib/contracts/app/accounts.ts'
import type { SigningOutDialogProps } from './account-action.ts'
import { RoleChoice } from './role-choice.tsx'

const NameAndRole = AccountPatch.pick({ name: true, role: true }).required()
type NameAndRole = z.infer<typeof NameAndRole>

export function EditAccount({ account, isOwn, isLastAdmin, onClose, onSignedOut }: SigningOutDialogProps) {
  const update = useEndpointMutation(updateAccount, ['History'])
  const form = useForm<NameAndRole>({
    resolver: zodResolver(NameAndRole),
    defaultValues: { name: account.name, role: account.role },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (input) => {
    try {
      const { name, role } = await update.mutateAsync({ params: { id: account.id }, body: input })
      showToast({ kind: 'success', title: `${name} saved` })
      if (role === account.role) onClose()
      else onSignedOut()
    } catch (error) {
      showServerErrors(error, ['name', 'role'], form.setError)
    }
  })
  return (
    <FormDialog
      title={`Edit ${account.name}`}
      description={account.email}
      submitLabel="Save"
      busy={isSubmitting}
      error={errors.root?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name" name="name" required error={errors.name?.message}>
        <Input autoComplete="off" {...form.register('name')} />
      </Field>
      <RoleChoice
        register={form.register('role')}
        error={errors.role?.message}
        hint={
          isOwn
            ? 'Changing your role signs you out.'
            : 'Changing the role signs the person out. It applies from the next sign-in.'
        }
        isLastAdmin={isLastAdmin}
      />
    </FormDialog>
  )
}
