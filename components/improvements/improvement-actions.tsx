'use client'

import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { ConfirmWrite } from '#components/ui/overlay/confirm-write.tsx'
import { DropdownMenu } from '#components/ui/overlay/dropdown-menu.tsx'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { deleteImprovement } from '#lib/contracts/routes.ts'
import { useMoves } from './move-dialogs.tsx'

// The register is the heaviest page: with the form it would load more than 230 kB of script.
const EditDialog = dynamic(() => import('./improvement-form.tsx').then((part) => part.EditDialog), {
  loading: () => null,
})

type ImprovementActionsProps = {
  improvement: Improvement
  /** Shows “Edit” as a separate button, on the action's own page. */
  withEditButton?: boolean
  onDeleted?: () => void
}

/** Menu of an action: edit, and delete while it is open. */
export function ImprovementActions({ improvement, withEditButton, onDeleted }: ImprovementActionsProps) {
  const [isEditing, setEditing] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const { title, status } = improvement
  const { mover } = useMoves()
  const edit = { label: 'Edit…', icon: <Pencil />, onSelect: () => setEditing(true) }
  const remove = {
    label: status === 'open' ? 'Delete…' : 'Delete (only while open)',
    icon: <Trash2 />,
    danger: status === 'open',
    disabled: status !== 'open',
    onSelect: () => setDeleting(true),
  }
  return (
    <>
      {withEditButton ? (
        <Button icon={<Pencil />} onClick={() => setEditing(true)}>
          Edit
        </Button>
      ) : null}
      <DropdownMenu
        trigger={
          <IconButton size={withEditButton ? 'md' : 'sm'} label={`Actions for “${title}”`} icon={<Ellipsis />} />
        }
        entries={mover.canWrite ? [...(withEditButton ? [] : [edit]), remove] : []}
      />
      {isEditing ? <EditDialog improvement={improvement} onClose={() => setEditing(false)} /> : null}
      {isDeleting ? (
        <ConfirmWrite
          route={deleteImprovement}
          input={{ params: { id: improvement.id } }}
          invalidates={['Search']}
          title={`Delete “${title}”?`}
          description="It is removed from the register and from its review. The history keeps a record of it."
          confirmLabel="Delete"
          danger
          done="Action deleted"
          onDone={onDeleted ?? (() => {})}
          onClose={() => setDeleting(false)}
        />
      ) : null}
    </>
  )
}
