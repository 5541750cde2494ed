import { useQueryClient } from '@tanstack/react-query'
import { EntryForm } from '#components/ui/form/entry-form.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { settleImprovementLook } from '#lib/contracts/routes.ts'
import { improvementStatusLabels } from '#lib/domain/improvements/status-labels.ts'
import { patchCachedImprovement } from './use-edit-improvement.ts'

type RecheckFormProps = { improvement: Pick<Improvement, 'id' | 'title'>; isSameFailure: boolean; onDone: () => void }

export function RecheckForm({ improvement: { id, title }, isSameFailure, onDone }: RecheckFormProps) {
  const client = useQueryClient()
  const { Field, state } = useEndpointForm(settleImprovementLook, {
    schema: async () =>
      (await import('#lib/contracts/app/improvements.ts')).settleImprovementLook.body.pick({ note: true }),
    values: { note: '' },
    focus: 'note',
    input: ({ note }) => ({ params: { id }, body: { is_same_failure: isSameFailure, note } }),
    done: ({ status }) => `${improvementStatusLabels[status]}: ${title}`,
    onDone: (after) => {
      patchCachedImprovement(client, id, after)
      onDone()
    },
    invalidates: ['Search'],
  })
  return (
    <EntryForm {...state} submitLabel="Save" onCancel={onDone}>
      <Field name="note" label="What you found" hint="Shown in the history" required as={Textarea} rows={3} />
    </EntryForm>
  )
}
