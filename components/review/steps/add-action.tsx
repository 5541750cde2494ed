'use client'

import { useRef } from 'react'
import { ImprovementForm } from '#components/improvements/improvement-form.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { createImprovement } from '#lib/contracts/improvements.ts'

type AddActionProps = { reference: string; onAdded: () => void; onCancel: () => void }

/** Form for a new improvement action. Sending the same action twice creates it once. */
export function AddAction({ reference, onAdded, onCancel }: AddActionProps) {
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
