'use client'

import { useRef } from 'react'
import { Badge } from '#components/ui/badge.tsx'
import { Person as PersonName } from '#components/ui/person.tsx'
import { RowLink } from '#components/ui/row-link.tsx'
import { Td, Tr } from '#components/ui/table.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { registerAddress } from '#lib/api/improvement-register.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { DueDate } from './due-date.tsx'
import { EditableFieldButton } from './editable-field.tsx'
import { ImprovementActions } from './improvement-actions.tsx'
import { capitalised, priorityTone } from './improvement-words.ts'
import type { Person, RegisterProps } from './register-props.ts'
import { StatusMenu } from './status-menu.tsx'
import { useFocusRescue } from './use-focus-rescue.ts'

type ImprovementRowProps = RegisterProps & {
  improvement: Improvement
  people: readonly Person[]
  /** Called when the row leaves the table while it has the focus. */
  onLostFocus: () => void
}

/** One action of the register; owner, due date and status are edited in place. */
export function ImprovementRow({ improvement, people, query, reader, canWrite, onLostFocus }: ImprovementRowProps) {
  const row = useRef<HTMLTableRowElement>(null)
  useFocusRescue(row, onLostFocus)
  const { id, title, owner, category, priority, source_ref: source } = improvement
  const ownerName = people.find(({ email }) => email === owner)?.name ?? owner
  const editable = { improvement, canWrite }
  return (
    <Tr ref={row} className="max-sm:relative">
      <Td primary className="min-w-56">
        <span className="max-sm:pr-9">
          <RowLink href={pagePaths.improvement(id)} className="text-pretty">
            {title}
          </RowLink>
          {category ? <span className="block text-xs font-normal text-muted">{capitalised(category)}</span> : null}
        </span>
      </Td>
      <Td label="Owner" className="items-center sm:whitespace-nowrap">
        <EditableFieldButton {...editable} field="owner">
          <PersonName name={ownerName} />
        </EditableFieldButton>
      </Td>
      <Td label="Due" className="items-center">
        <EditableFieldButton {...editable} field="target_date">
          <DueDate improvement={improvement} today={reader.today} isOneLine />
        </EditableFieldButton>
      </Td>
      <Td label="Priority">{priority ? <Badge tone={priorityTone(priority)}>{capitalised(priority)}</Badge> : null}</Td>
      <Td label="Status" className="items-center">
        <StatusMenu improvement={improvement} canWrite={canWrite} />
      </Td>
      <Td label="Review" className="whitespace-nowrap">
        <TextLink
          href={registerAddress(pagePaths.improvements, query, { source, status: 'all', due: undefined })}
          aria-label={`All actions of ${source}`}
          className="font-mono text-xs"
        >
          {source}
        </TextLink>
      </Td>
      {canWrite ? (
        <Td align="end" className="max-sm:absolute max-sm:top-1.5 max-sm:right-2">
          <ImprovementActions improvement={improvement} />
        </Td>
      ) : null}
    </Tr>
  )
}
