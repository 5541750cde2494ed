'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Field } from '#components/ui/field.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Input } from '#components/ui/input.tsx'
import { showToast } from '#components/ui/toast.ts'
import { showServerErrors } from '#lib/api/form-errors.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { createSavedView, NewSavedView } from '#lib/contracts/app/saved-views.ts'

type SaveViewDialogProps = { page: NewSavedView['page']; search: string; onClose: () => void }

/** Saves the current list as a view, optionally shared. */
export function SaveViewDialog({ page, search, onClose }: SaveViewDialogProps) {
  const create = useEndpointMutation(createSavedView)
  const form = useForm<NewSavedView>({
    resolver: zodResolver(NewSavedView),
    defaultValues: { page, search, name: '', is_shared: false },
  })
  const { errors, isSubmitting } = form.formState
  const save = form.handleSubmit(async (view) => {
    try {
      await create.mutateAsync({ body: view })
    } catch (error) {
      showServerErrors(error, ['name', 'is_shared'], form.setError)
      return
    }
    onClose()
    showToast({ kind: 'success', title: `View “${view.name}” saved` })
  })
  return (
    <FormDialog
      size="sm"
      title="Save this view"
      description="Saves the filters, search, sort order and columns."
      submitLabel="Save"
      busy={isSubmitting}
      error={errors.root?.message ?? errors.search?.message}
      onSubmit={save}
      onClose={onClose}
    >
      <Field label="Name" name="name" error={errors.name?.message} required>
        <Input autoComplete="off" maxLength={80} {...form.register('name')} />
      </Field>
      <Checkbox label="Share with everyone" {...form.register('is_shared')} />
    </FormDialog>
  )
}
