'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { showToast } from '#components/ui/toast.ts'
import { showServerErrors } from '#lib/api/form-errors.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { createSavedView, NewSavedView } from '#lib/contracts/app/saved-views.ts'

type SaveViewDialogProps = {
  page: NewSavedView['page']
  search: string
  open: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Asks for the name of a view and whether others see it. */
export function SaveViewDialog({ page, search, open, onOpenChange }: SaveViewDialogProps) {
  const create = useEndpointMutation(createSavedView)
  const form = useForm<NewSavedView>({
    resolver: zodResolver(NewSavedView),
    values: { page, search, name: '', is_shared: false },
  })
  const { errors } = form.formState
  const save = form.handleSubmit(async (view) => {
    try {
      await create.mutateAsync({ body: view })
    } catch (error) {
      showServerErrors(error, ['name', 'is_shared'], form.setError)
      return
    }
    form.reset()
    onOpenChange(false)
    showToast({ kind: 'success', title: `“${view.name}” is saved` })
  })
  const fault = errors.root?.message ?? errors.search?.message
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title="Save this view"
      description="Its filters, search and order, to come back to."
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" form="save-view" variant="primary" busy={form.formState.isSubmitting}>
            Save
          </Button>
        </>
      }
    >
      <form id="save-view" onSubmit={save} noValidate className="flex flex-col gap-3">
        {fault ? (
          <Notice tone="danger" announce>
            {fault}
          </Notice>
        ) : null}
        <Field label="Name" name="name" error={errors.name?.message} required>
          <Input autoComplete="off" maxLength={80} {...form.register('name')} />
        </Field>
        <Checkbox label="Show it to everybody" {...form.register('is_shared')} />
      </form>
    </Dialog>
  )
}
