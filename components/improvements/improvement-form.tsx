import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { z } from 'zod'
import { OptionalCombobox } from '#components/ui/form/combobox.tsx'
import { EntryForm } from '#components/ui/form/entry-form.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { useServerForm } from '#components/ui/form/use-server-form.ts'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { PersonInput } from '#components/users/person-input.tsx'
import { invalidateTags } from '#lib/api/endpoint-query.ts'
import { useValuesInUse } from '#lib/api/use-values-in-use.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { listImprovements } from '#lib/contracts/routes.ts'
import {
  addUsedValues,
  improvementCategories,
  improvementPriorities,
} from '#lib/domain/improvements/improvement-values.ts'
import { capitalise } from '#lib/text/first-letter.ts'
import { DueInput } from './due-input.tsx'
import { IssueLinks } from './issue-links.tsx'
import { EditConflict, patchCachedImprovement, saveImprovement } from './use-edit-improvement.ts'

/** Fields of an improvement action that a person fills in; the caller sets the source. */
const loadDetails = async () =>
  (await import('#lib/contracts/improvements.ts')).NewImprovement.omit({ source_type: true, source_ref: true })
type ImprovementDetails = Awaited<ReturnType<typeof loadDetails>>

type ImprovementFormProps = {
  label: string
  values: z.input<ImprovementDetails>
  submitLabel: string
  onSubmit: (values: z.output<ImprovementDetails>) => Promise<unknown>
  onCancel: () => void
}

export function ImprovementForm({ label, values, submitLabel, onSubmit, onCancel }: ImprovementFormProps) {
  const { title, description, owner, target_date, category, priority } = values
  const { Field, state } = useServerForm({
    schema: loadDetails,
    values: { title, description, owner, target_date, category, priority },
    focus: 'title',
    send: onSubmit,
  })
  const { improvement_categories: used = [] } = useValuesInUse()
  const rules = { setValueAs: (value: string) => value || null }
  return (
    <EntryForm {...state} label={label} submitLabel={submitLabel} onCancel={onCancel}>
      <Field name="title" label="Title" required />
      <Field name="description" label="What to do" rules={rules} as={Textarea} rows={3} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field name="owner" label="Owner" required controlled={PersonInput} />
        <Field name="target_date" label="Due" required controlled={DueInput} />
        <Field
          name="category"
          label="Category"
          controlled={OptionalCombobox}
          options={addUsedValues(improvementCategories, used).map(asOption)}
        />
        <Field
          name="priority"
          label="Priority"
          rules={rules}
          as={NativeSelect}
          placeholder="None"
          options={improvementPriorities.map(asOption)}
        />
      </div>
    </EntryForm>
  )
}

const asOption = (value: string) => ({ value, label: capitalise(value) })

type EditDialogProps = { improvement: Improvement; onClose: () => void }

/** Edits all fields of an action. Warns before overwriting newer values of another person. */
export function EditDialog({ improvement, onClose }: EditDialogProps) {
  const client = useQueryClient()
  const openedImprovement = useRef(improvement)
  const knownUpdatedAt = useRef(improvement.updated_at)
  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || onClose()} title="Edit the improvement action">
      <ImprovementForm
        label="Improvement action"
        values={openedImprovement.current}
        submitLabel="Save"
        onCancel={onClose}
        onSubmit={async (details) => {
          try {
            const after = await saveImprovement(improvement.id, knownUpdatedAt.current, details)
            patchCachedImprovement(client, improvement.id, after)
            void invalidateTags(client, [listImprovements.tag, 'Search'])
            showToast({ kind: 'success', title: 'Saved', description: after.title })
            onClose()
          } catch (error) {
            if (!(error instanceof EditConflict)) throw error
            knownUpdatedAt.current = error.current.updated_at
            patchCachedImprovement(client, improvement.id, error.current)
            throw new Error(`${error.message} Save again to overwrite it, or cancel to keep it.`)
          }
        }}
      />
      <IssueLinks improvementId={improvement.id} canWrite className="mt-4 border-t border-line pt-4" />
    </Dialog>
  )
}
