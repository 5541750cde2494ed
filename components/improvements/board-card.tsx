'use client'

import { useRef } from 'react'
import { getPriorityTone } from '#components/records/improvement-labels.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Person as PersonName } from '#components/ui/person.tsx'
import { RowLink } from '#components/ui/table/row-link.tsx'
import type { SuggestedPerson } from '#components/users/person-input.tsx'
import type { RegisterReader } from '#lib/api/improvement-register.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { listMoves } from '#lib/domain/improvements/improvement-status.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { capitalise } from '#lib/text/first-letter.ts'
import { DueDate } from './due-date.tsx'
import { ImprovementActions } from './improvement-actions.tsx'
import { useMoves } from './move-dialogs.tsx'
import { useFocusRescue } from './use-focus-rescue.ts'

/** MIME type of a dragged card; columns accept nothing else. */
export const draggedType = 'application/x-hindsight-improvement'

type BoardCardProps = {
  improvement: Improvement
  reader: RegisterReader
  people: readonly SuggestedPerson[]
  /** Called if the card leaves the column while it has the focus. */
  onLostFocus: () => void
}

/** An action as a card, which moves by dragging or by its menu. */
export function BoardCard({ improvement, reader, people, onLostFocus }: BoardCardProps) {
  const card = useRef<HTMLLIElement>(null)
  useFocusRescue(card, onLostFocus)
  const { id, title, owner, priority } = improvement
  const isMovable = listMoves(improvement, useMoves().mover).length > 0
  return (
    <li
      ref={card}
      draggable={isMovable}
      onDragStart={(event) => {
        event.dataTransfer.setData(draggedType, id)
        event.dataTransfer.effectAllowed = 'move'
      }}
      className="flex flex-col gap-2 rounded-md border border-line bg-surface p-2.5 text-sm shadow-control"
    >
      <div className="flex items-start justify-between gap-1">
        <RowLink href={pagePaths.improvement(id)} draggable={false} className="min-w-0 break-words">
          {title}
        </RowLink>
        {isMovable ? (
          <span className="-mt-1 -mr-1 shrink-0">
            <ImprovementActions improvement={improvement} withStatuses />
          </span>
        ) : null}
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
        <DueDate improvement={improvement} today={reader.today} />
        {priority ? <Badge tone={getPriorityTone(priority)}>{capitalise(priority)}</Badge> : null}
      </div>
      <div className="text-xs text-muted">
        <PersonName name={people.find(({ email }) => email === owner)?.name ?? owner} />
      </div>
    </li>
  )
}
