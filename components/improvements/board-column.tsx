'use client'

import { type DragEvent, useId, useRef, useState } from 'react'
import { listHref } from '#components/list/list-view.ts'
import { cx } from '#components/ui/class-names.ts'
import { formatCount } from '#components/ui/format-count.ts'
import { TextLink } from '#components/ui/text-link.tsx'
import type { SuggestedPerson } from '#components/users/person-input.tsx'
import { registerPlace, setStatus } from '#lib/api/improvement-register.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { improvementStatusLabels } from '#lib/domain/improvements/status-labels.ts'
import { BoardCard, draggedType } from './board-card.tsx'
import type { RegisterProps } from './register-props.ts'

type BoardColumnProps = RegisterProps & {
  status: Improvement['status']
  cards: readonly Improvement[]
  total: number
  people: readonly SuggestedPerson[]
  onDrop: (id: string) => void
}

/** The actions of one status; accepts dropped cards. */
export function BoardColumn({ status, cards, total, onDrop, query, ...props }: BoardColumnProps) {
  const id = useId()
  const column = useRef<HTMLElement>(null)
  const [isOver, setOver] = useState(false)
  const isAccepted = (event: DragEvent) => event.dataTransfer.types.includes(draggedType)
  const inTable = listHref(registerPlace, setStatus(query, status), { view: undefined })
  return (
    <section
      ref={column}
      aria-labelledby={id}
      tabIndex={-1}
      onDragOver={(event) => {
        if (!isAccepted(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false)
      }}
      onDrop={(event) => {
        setOver(false)
        if (!isAccepted(event)) return
        event.preventDefault()
        onDrop(event.dataTransfer.getData(draggedType))
      }}
      className={cx(
        'flex min-w-0 flex-col gap-2 rounded-lg border p-2',
        isOver ? 'border-accent bg-accent-soft' : 'border-line bg-sunken',
      )}
    >
      <h2 id={id} className="flex items-center justify-between gap-2 px-1 text-sm font-semibold">
        {improvementStatusLabels[status]}
        <span className="text-xs font-medium text-muted tabular-nums">{formatCount(total)}</span>
      </h2>
      {cards.length === 0 ? (
        <p className="px-1 pb-1 text-sm text-muted">None</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {cards.map((improvement) => (
            <BoardCard
              key={improvement.id}
              improvement={improvement}
              onLostFocus={() => column.current?.focus()}
              {...props}
            />
          ))}
        </ul>
      )}
      {total > cards.length ? (
        <TextLink href={inTable} className="mx-1 mb-1 self-start text-sm">
          Show all {formatCount(total)}
        </TextLink>
      ) : null}
    </section>
  )
}
