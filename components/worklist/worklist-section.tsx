import { CircleCheck } from 'lucide-react'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { cx } from '#components/ui/class-names.ts'
import { formatCount } from '#components/ui/format-count.ts'
import { Caption, Table, TBody, THead, Th, Tr } from '#components/ui/table.tsx'
import { TableRegion } from '#components/ui/table-region.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { WorklistSection as SectionKey } from '#lib/contracts/app/review-values.ts'
import type { WorklistSectionRows } from '#lib/contracts/app/worklist.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { SelectAll } from './select-cells.tsx'
import type { Selection } from './use-selection.ts'
import { WorklistRow } from './worklist-row.tsx'
import { sectionWords } from './worklist-words.ts'

export const sectionId = (section: SectionKey) => section.replaceAll('_', '-')

const columns: Readonly<Record<SectionKey, readonly string[]>> = {
  mine: ['Change', 'Why', 'Review', 'Due', 'Age'],
  overdue: ['Change', 'Why', 'Reviewer', 'Due', 'Age'],
  unassigned: ['Change', 'Why', 'Due', 'Age'],
  due_this_week: ['Change', 'Why', 'Reviewer', 'Due', 'Age'],
  sign_off: ['Change', 'Why', 'Reviewer', 'Due', 'Age'],
}

type WorklistSectionProps = { rows: WorklistSectionRows; selection: Selection | null }

/** A section of the worklist: the reviews due first, and a link to all of them. */
export function WorklistSection({ rows, selection: pageSelection }: WorklistSectionProps) {
  const { section, entries, total_count: total, query } = rows
  const { title, description, empty } = sectionWords[section]
  const selection = section === 'sign_off' ? null : pageSelection
  const id = sectionId(section)
  const address = `${pagePaths.changes}?${new URLSearchParams({ query, sort: 'due_on' })}`
  return (
    <Card
      id={id}
      aria-labelledby={`${id}-title`}
      className={cx('scroll-mt-16', entries.length === 0 && '[&>header]:border-b-0')}
    >
      <CardHeader
        id={`${id}-title`}
        title={
          <>
            {title} <span className="font-normal text-muted tabular-nums">{formatCount(total)}</span>
          </>
        }
        description={
          entries.length > 0 ? (
            description
          ) : (
            <span className="flex items-center gap-1.5">
              <CircleCheck aria-hidden="true" className="size-3.5 shrink-0 text-success-text" /> {empty}
            </span>
          )
        }
        actions={
          total > 0 ? (
            <TextLink href={address} className="text-sm" aria-label={`${title}: all ${total} in the queue`}>
              {total > entries.length ? `All ${formatCount(total)}` : 'In the queue'}
            </TextLink>
          ) : null
        }
      />
      {entries.length === 0 ? null : (
        <TableRegion label={title} className="rounded-t-none border-0">
          <Table stack className="sm:max-[90rem]:[&_:is(td,th)]:px-2 sm:[&_:is(td,th):first-child]:pl-4!">
            <Caption>{title}</Caption>
            <THead>
              <Tr>
                {selection ? (
                  <SelectAll
                    label={`Select all shown: ${title}`}
                    numbers={entries.map(({ number }) => number)}
                    selection={selection}
                  />
                ) : null}
                {columns[section].map((column) => (
                  <Th key={column}>{column}</Th>
                ))}
              </Tr>
            </THead>
            <TBody>
              {entries.map((entry) => (
                <WorklistRow key={entry.number} entry={entry} section={section} selection={selection} />
              ))}
            </TBody>
          </Table>
        </TableRegion>
      )}
    </Card>
  )
}
