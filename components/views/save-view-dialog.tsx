'use client'

import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import type { NewSavedView } from '#lib/contracts/app/search.ts'
import { createSavedView } from '#lib/contracts/routes.ts'

type SaveViewDialogProps = { page: NewSavedView['page']; search: string; onClose: () => void }

export function SaveViewDialog({ page, search, onClose }: SaveViewDialogProps) {
  const { form, Field, state } = useEndpointForm(createSavedView, {
    schema: async () => (await import('#lib/contracts/app/search.ts')).NewSavedView,
    values: { page, search, name: '', is_shared: false },
    input: (body) => ({ body }),
    done: ({ name }) => `View “${name}” saved`,
    onDone: onClose,
  })
  return (
    <FormDialog
      {...state}
      size="sm"
      title="Save this view"
      description="Saves the filters, search, sort order and columns."
      submitLabel="Save"
      error={state.error ?? form.formState.errors.search?.message}
      onClose={onClose}
    >
      <Field name="name" label="Name" required maxLength={80} />
      <Checkbox label="Share with everyone" {...form.register('is_shared')} />
    </FormDialog>
  )
}
