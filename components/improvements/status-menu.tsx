'use client'

import { ChevronDown } from 'lucide-react'
import { statusTones } from '#components/records/improvement-labels.ts'
import { DropdownMenu } from '#components/ui/overlay/dropdown-menu.tsx'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { getMoveInputs, listMoves, type Mover, mayVerify } from '#lib/domain/improvements/improvement-status.ts'
import { improvementStatusLabels } from '#lib/domain/improvements/status-labels.ts'
import { useMoves } from './move-dialogs.tsx'
import { showNotSaved, useEditImprovement } from './use-edit-improvement.ts'

export function StatusMenu({ improvement }: { improvement: Improvement }) {
  const { title, status } = improvement
  const move = useMoveImprovement()
  const moves = listOfferedMoves(improvement, useMoves().mover)
  const badge = <Status status={status} />
  if (moves.length === 0) return badge
  return (
    <DropdownMenu
      align="start"
      trigger={
        <button
          type="button"
          className="-m-1 inline-flex min-h-7 items-center gap-0.5 rounded-md p-1 text-muted hover:bg-ink/7 hover:text-ink"
        >
          <span className="sr-only">Status of “{title}”: </span>
          {badge}
          <ChevronDown className="size-3.5" />
        </button>
      }
      entries={moves.map(({ next, label, isAllowed }) => ({
        label,
        disabled: !isAllowed,
        onSelect: () => move(improvement, next),
      }))}
    />
  )
}

function Status({ status }: { status: Improvement['status'] }) {
  return (
    <StatusBadge tone={statusTones[status]} hollow={status === 'open' || status === 'cancelled'}>
      {improvementStatusLabels[status]}
    </StatusBadge>
  )
}

type Status = Improvement['status']

/** Returns a function that moves an action to another status, at once or after a dialog for the required fields. */
export function useMoveImprovement(): (improvement: Improvement, next: Status) => void {
  const { mutateAsync } = useEditImprovement()
  const { mover, openForm } = useMoves()
  const save = async (improvement: Improvement, next: Status, { offersUndo = true } = {}): Promise<void> => {
    const { title, status: before } = improvement
    try {
      const after = await mutateAsync({ improvement, edit: { status: next } })
      const isFree = getMoveInputs(next, before)?.length === 0
      const canUndo = offersUndo && isFree && listMoves(after, mover).includes(before)
      const undo = { action: { label: 'Undo', run: () => void save(after, before, { offersUndo: false }) } }
      showToast({
        kind: 'success',
        id: 'improvement-moved',
        title: `${improvementStatusLabels[next]}: ${title}`,
        ...(canUndo ? undo : {}),
      })
    } catch (error) {
      showNotSaved(error instanceof Error ? error : new Error(String(error)))
    }
  }
  return (improvement, next) => {
    if (getMoveInputs(improvement.status, next)?.length === 0) void save(improvement, next)
    else openForm({ improvement, to: next })
  }
}

/** Lists the moves for a menu, with a label that marks the ones that only someone else may make. */
const listOfferedMoves = (improvement: Improvement, mover: Mover) =>
  listMoves(improvement, mover).map((next) => {
    const isAllowed = next !== 'verified' || mayVerify(improvement, mover.email)
    return {
      next,
      isAllowed,
      label: isAllowed ? improvementStatusLabels[next] : `${improvementStatusLabels[next]} (by someone else)`,
    }
  })
