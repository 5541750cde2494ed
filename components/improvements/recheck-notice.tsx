import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { EntryForm } from '#components/ui/form/entry-form.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { Notice } from '#components/ui/notice.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { settleImprovementLook } from '#lib/contracts/routes.ts'
import { improvementStatusLabels } from '#lib/domain/improvements/status-labels.ts'
import { patchCachedImprovement } from './use-edit-improvement.ts'

/** Notice on an action that needs a recheck: the reason and buttons for both results. */
export function RecheckNotice({ improvement, canWrite }: { improvement: Improvement; canWrite: boolean }) {
  const [isSame, setSame] = useState<boolean | null>(null)
  if (improvement.look_reason === null) return null
  const close = () => setSame(null)
  return (
    <>
      <Notice
        tone="warning"
        title="Is this the same failure again?"
        action={
          canWrite ? (
            <div className="flex flex-wrap gap-2">
              <Button size="sm" onClick={() => setSame(true)}>
                The same failure
              </Button>
              <Button size="sm" onClick={() => setSame(false)}>
                Another failure
              </Button>
            </div>
          ) : null
        }
      >
        {improvement.look_reason}
      </Notice>
      <Dialog
        open={isSame !== null}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={isSame ? 'The same failure' : 'Another failure'}
        description={
          isSame
            ? 'The action stays in progress. Its earlier evidence no longer counts.'
            : 'The action returns to its former status, done or verified.'
        }
      >
        {isSame === null ? null : <RecheckForm improvement={improvement} isSameFailure={isSame} onDone={close} />}
      </Dialog>
    </>
  )
}

type RecheckFormProps = { improvement: Improvement; isSameFailure: boolean; onDone: () => void }

function RecheckForm({ improvement: { id, title }, isSameFailure, onDone }: RecheckFormProps) {
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
