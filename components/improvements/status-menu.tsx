'use client'

import { ChevronDown } from 'lucide-react'
import { statusTones } from '#components/records/improvement-labels.ts'
import { DropdownMenu } from '#components/ui/overlay/dropdown-menu.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { improvementStatusLabels } from '#lib/domain/improvements/status-labels.ts'
import { useMoves } from './move-dialogs.tsx'
import { listOfferedMoves, useMoveImprovement } from './use-move-improvement.ts'

/** The status of an action, as a menu for people who may change it. */
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
          <ChevronDown aria-hidden="true" className="size-3.5" />
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
