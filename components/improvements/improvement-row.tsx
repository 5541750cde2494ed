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

/** Hides columns that matter less where the table is narrow. */
export const secondary = 'min-[60rem]:max-xl:hidden'

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
    <Tr ref={row} className="whitespace-nowrap stacked:relative">
      <Td primary className="w-full max-w-0">
        <span className="flex min-w-0 items-baseline gap-x-3 stacked:flex-col stacked:pr-9">
          <RowLink
            href={pagePaths.improvement(id)}
            data-tooltip={title}
            data-tooltip-cut=""
            className="max-w-full truncate stacked:whitespace-normal"
          >
            {title}
          </RowLink>
          {category ? (
            <span className="text-xs font-normal text-muted min-[60rem]:max-xl:hidden">{capitalised(category)}</span>
          ) : null}
        </span>
      </Td>
      <Td label="Owner">
        <span className="block min-w-0 min-[60rem]:w-max">
          <EditableFieldButton {...editable} field="owner">
            <PersonName name={ownerName} />
          </EditableFieldButton>
        </span>
      </Td>
      <Td label="Due">
        <EditableFieldButton {...editable} field="target_date">
          <DueDate improvement={improvement} today={reader.today} />
        </EditableFieldButton>
      </Td>
      <Td label="Priority" className={secondary}>
        {priority ? <Badge tone={priorityTone(priority)}>{capitalised(priority)}</Badge> : null}
      </Td>
      <Td label="Status">
        <StatusMenu improvement={improvement} canWrite={canWrite} />
      </Td>
      <Td label="Review" className={secondary}>
        <TextLink
          href={registerAddress(pagePaths.improvements, query, { source, status: 'all', due: undefined })}
          aria-label={`All actions of ${source}`}
          className="font-mono text-xs"
        >
          {source}
        </TextLink>
      </Td>
      {canWrite ? (
        <Td align="end" className="stacked:absolute stacked:top-1 stacked:right-2">
          <ImprovementActions improvement={improvement} />
        </Td>
      ) : null}
    </Tr>
  )
}
