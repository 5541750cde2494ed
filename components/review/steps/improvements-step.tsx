import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { EditDialog, ImprovementForm } from '#components/improvements/improvement-form.tsx'
import { Questions } from '#components/review/form/questions.tsx'
import type { StepProps } from '#components/review/form/use-step-form.ts'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { AlertDialog } from '#components/ui/overlay/alert-dialog.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { failWith } from '#components/ui/overlay/toast.tsx'
import { improvementsQuery } from '#lib/api/review-queries.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { createImprovement, deleteImprovement } from '#lib/contracts/routes.ts'
import { improvements } from '#lib/review/questions/improvements.ts'
import { ActionList } from './action-list.tsx'

export function ImprovementsStep({ review: { reference }, change, savers }: StepProps) {
  const saver = savers.steps.improvements
  const [isAdding, setAdding] = useState(false)
  const [editing, setEditing] = useState<Improvement | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const removal = useRemoveAction(useCallback(() => addButton.current?.focus(), []))
  const actions = useQuery(improvementsQuery(reference)).data?.result ?? []
  const isAnyActive = actions.some(({ status }) => status !== 'cancelled')
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-3">
        <ActionList
          reference={reference}
          controls={(action) => (
            <>
              <IconButton label={`Edit “${action.title}”`} icon={<Pencil />} onClick={() => setEditing(action)} />
              {action.status === 'open' ? (
                <IconButton label={`Remove “${action.title}”`} icon={<Trash2 />} onClick={() => removal.open(action)} />
              ) : null}
            </>
          )}
        />
        <Button ref={addButton} className="self-start" icon={<Plus />} onClick={() => setAdding(true)}>
          Add an action
        </Button>
      </div>
      <Questions
        of={improvements}
        change={change}
        savers={savers}
        own={{}}
        words={{ is_none_needed: { blockedBy: isAnyActive ? 'This review has actions.' : null } }}
      />
      <Dialog open={isAdding} onOpenChange={setAdding} title="Add an improvement action">
        {isAdding ? (
          <AddAction
            reference={reference}
            onAdded={() => {
              setAdding(false)
              saver.change({ is_none_needed: false })
            }}
            onCancel={() => setAdding(false)}
          />
        ) : null}
      </Dialog>
      {editing ? <EditDialog improvement={editing} onClose={() => setEditing(null)} /> : null}
      <AlertDialog
        open={removal.action !== null}
        onOpenChange={(isOpen) => !isOpen && removal.cancel()}
        title={`Remove “${removal.action?.title ?? ''}”?`}
        description="It is also removed from the register. The history keeps a record of it."
        confirmLabel="Remove"
        danger
        busy={removal.isBusy}
        onConfirm={removal.run}
      />
    </div>
  )
}

/** Form for a new improvement action. Sending the same action twice creates it once. */
function AddAction({ reference, onAdded, onCancel }: { reference: string; onAdded: () => void; onCancel: () => void }) {
  const create = useEndpointMutation(createImprovement)
  const sent = useRef({ body: '', key: '' })
  return (
    <ImprovementForm
      label="New improvement action"
      values={emptyAction}
      submitLabel="Add"
      onCancel={onCancel}
      onSubmit={async (details) => {
        const body = { ...details, source_type: 'pir', source_ref: reference }
        const text = JSON.stringify(body)
        if (text !== sent.current.body) sent.current = { body: text, key: crypto.randomUUID() }
        await create.mutateAsync({ body, idempotencyKey: sent.current.key })
        onAdded()
      }}
    />
  )
}

const emptyAction = { title: '', description: null, owner: '', target_date: '', category: null, priority: null }

/** Confirms and removes an action. `onRemoved` runs after its row, which had the focus, is gone. */
function useRemoveAction(onRemoved: () => void) {
  const [action, setAction] = useState<Improvement | null>(null)
  const isRemoved = useRef(false)
  const remove = useEndpointMutation(deleteImprovement)

  useEffect(() => {
    if (action !== null || !isRemoved.current) return
    isRemoved.current = false
    onRemoved()
  }, [action, onRemoved])

  const run = () => {
    if (!action) return
    remove.mutate(
      { params: { id: action.id } },
      {
        onSuccess: () => {
          isRemoved.current = true
        },
        onError: failWith('Action not removed'),
        onSettled: () => setAction(null),
      },
    )
  }
  return { action, open: setAction, cancel: () => setAction(null), run, isBusy: remove.isPending }
}
