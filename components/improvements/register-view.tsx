import { ListChecks } from 'lucide-react'
import type { ListColumn } from '#components/list/list-column.tsx'
import { type ListView, listHref } from '#components/list/list-view.ts'
import { timeColumn } from '#components/list/time-column.tsx'
import { getPriorityTone } from '#components/records/improvement-labels.ts'
import { Person as PersonName } from '#components/ui/avatar.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { RowLink } from '#components/ui/table/row-link.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Day } from '#components/ui/time/day.tsx'
import { registerPlace } from '#lib/api/improvement-register.ts'
import type { RegisterQuery } from '#lib/api/improvement-register-query.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { capitalise } from '#lib/text/first-letter.ts'
import { DueDate } from './due-date.tsx'
import { EditableFieldButton } from './editable-field.tsx'
import { StatusMenu } from './status-menu.tsx'

/** An action, with the reader and the day that its cells need. */
export type RegisterRow = Improvement & { ownerName: string; today: string; canWrite: boolean }

const columns: readonly ListColumn<RegisterRow, RegisterQuery>[] = [
  {
    id: 'action',
    label: 'Action',
    fields: ['id', 'title', 'category'],
    isPrimary: true,
    sort: 'title',
    cellClass: 'w-full max-w-0',
    cell: ({ id, title, category }) => (
      <span className="flex min-w-0 items-baseline gap-x-3 stacked:flex-col stacked:pr-9">
        <RowLink
          href={pagePaths.improvement(id)}
          title={title}
          className="max-w-full truncate stacked:whitespace-normal max-sm:line-clamp-2"
        >
          {title}
        </RowLink>
        {category ? (
          <span className="text-xs font-normal text-muted max-sm:hidden min-[60rem]:max-xl:hidden">
            {capitalise(category)}
          </span>
        ) : null}
      </span>
    ),
  },
  {
    id: 'owner',
    label: 'Owner',
    fields: ['owner'],
    isEvident: true,
    sort: 'owner',
    cell: (improvement) => (
      <span className="block min-w-0 min-[60rem]:w-max">
        <EditableFieldButton improvement={improvement} canWrite={improvement.canWrite} field="owner">
          <PersonName name={improvement.ownerName} />
        </EditableFieldButton>
      </span>
    ),
  },
  {
    id: 'due',
    label: 'Due',
    fields: ['target_date'],
    isEvident: true,
    sort: 'target_date',
    cell: (improvement) => (
      <EditableFieldButton improvement={improvement} canWrite={improvement.canWrite} field="target_date">
        <DueDate improvement={improvement} today={improvement.today} />
      </EditableFieldButton>
    ),
  },
  {
    id: 'priority',
    label: 'Priority',
    fields: ['priority'],
    shownFrom: '80rem',
    cell: ({ priority }) => (priority ? <Badge tone={getPriorityTone(priority)}>{capitalise(priority)}</Badge> : null),
  },
  {
    id: 'status',
    label: 'Status',
    fields: ['status'],
    isEvident: true,
    sort: 'status',
    cell: (improvement) => <StatusMenu improvement={improvement} />,
  },
  timeColumn('done_at', { id: 'done', label: 'Done', isOptional: true, precision: 'day' }),
  timeColumn('verified_at', { id: 'verified', label: 'Verified', isOptional: true, precision: 'day' }),
  {
    id: 'recheck',
    label: 'Recheck',
    fields: ['recheck_on'],
    isOptional: true,
    isEmpty: ({ recheck_on: day }) => day === null,
    cell: ({ recheck_on: day }) => <Day value={day} />,
  },
  {
    id: 'review',
    label: 'Review',
    fields: ['source_ref'],
    shownFrom: '80rem',
    cell: ({ source_ref: source }, query) => (
      <TextLink
        href={listHref(registerPlace, query, { source, status: 'all', due: undefined })}
        aria-label={`All actions of ${source}`}
        className="font-mono text-xs"
      >
        {source}
      </TextLink>
    ),
  },
]

export const registerView: ListView<RegisterRow, RegisterQuery> = {
  ...registerPlace,
  title: 'Improvements',
  caption: 'Improvement actions',
  description: 'Actions from reviews, with owner and due date.',
  key: 'id',
  columns,
  rowClass: 'whitespace-nowrap [&>td]:py-0.5 stacked:relative',
  hasColumnChoice: true,
  hasViews: true,
  opensRows: true,
  empty: { icon: ListChecks },
}
