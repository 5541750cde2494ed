import type { ReactNode } from 'react'
import { OutcomeBadge, StateBadge } from '#components/records/change-badges.tsx'
import { ReviewStatus } from '#components/records/review-status.tsx'
import { Person } from '#components/ui/avatar.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { Due } from '#components/ui/time/due.tsx'
import type { Worklist, WorklistChange } from '#lib/contracts/app/worklist.ts'
import { countDaysBetween } from '#lib/domain/improvements/improvement-due.ts'
import { improvementStatusLabels } from '#lib/domain/improvements/status-labels.ts'
import { wordQuarter } from '#lib/domain/metrics/metric-period.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { describeCount } from '#lib/text/counted.ts'
import { titleColumn, WorklistCard, WorklistTitle, wideOnly } from './worklist-card.tsx'

type Heading = { id: string; title: string; description: string }

const CutText = ({ text }: { text: string | null }) => (
  <span title={text ?? undefined} className="block truncate text-muted">
    {text}
  </span>
)

type DayAndButtonProps = { day: string | null; href: string; verb: string; title: string }

const DayAndButton = ({ day, href, verb, title }: DayAndButtonProps) => (
  <span className="flex items-center justify-between gap-2">
    <DateTime value={day} precision="day" />
    <ButtonLink href={href} size="sm" aria-label={`${verb}: ${title}`}>
      {verb}
    </ButtonLink>
  </span>
)

const mono = (text: ReactNode) => <span className="font-mono">{text}</span>

const partLabels: Readonly<Record<WorklistChange['part'], string>> = {
  implementer: 'you are the implementer',
  requester: 'you are the requester',
}

type MyChangesProps = Pick<Worklist, 'changes'> & { hasSelection: boolean }

export function MyChanges({ changes: { entries, total_count: total, query }, hasSelection }: MyChangesProps) {
  return (
    <WorklistCard
      id="my-changes"
      title="Your changes"
      description="That you implement or requested, the last ended first"
      total={total}
      all={{ href: `${pagePaths.changes}?${new URLSearchParams({ query })}`, label: 'View all' }}
      columns={[
        {
          ...titleColumn,
          label: 'Change',
          cell: ({ number, title, part }) => (
            <WorklistTitle href={pagePaths.change(number)} title={title}>
              {mono(number)} · {partLabels[part]}
            </WorklistTitle>
          ),
        },
        { label: 'State', className: wideOnly, cell: ({ state }) => <StateBadge state={state} /> },
        {
          label: 'Review',
          isEmpty: ({ review_status: status, pir_completed: isReviewed }) => status === 'none' && !isReviewed,
          cell: (entry) => <ReviewStatus entry={entry} />,
        },
        {
          label: 'Lessons',
          isEmpty: ({ lesson_count: lessons }) => lessons === 0,
          cell: ({ number, lesson_count: lessons }) => (
            <TextLink href={`${pagePaths.change(number)}#lessons`} aria-label={`Lessons of ${number}`}>
              {describeCount(lessons, 'lesson')}
            </TextLink>
          ),
        },
      ]}
      rows={entries}
      rowKey={({ number }) => number}
      hasSelection={hasSelection}
    />
  )
}

type MyQuestionsProps = Pick<Worklist, 'questions'> & { hasSelection: boolean }

/** Questions of reviewers to the person as the requester of a change; those that expire first come first. */
export function MyQuestions({ questions: { entries, total_count: total }, hasSelection }: MyQuestionsProps) {
  return (
    <WorklistCard
      id="my-questions"
      title="Questions to you"
      description="Did the changes that you requested work for you?"
      total={total}
      columns={[
        {
          ...titleColumn,
          label: 'Question',
          cell: ({ id, question, number }) => (
            <WorklistTitle href={pagePaths.answer(id)} title={question}>
              {mono(number)}
            </WorklistTitle>
          ),
        },
        { label: 'Change', className: wideOnly, cell: ({ title }) => <CutText text={title} /> },
        { label: 'Asked by', cell: ({ asked_by_name: name }) => <Person name={name} /> },
        {
          label: 'Until',
          cellClass: 'py-0!',
          cell: ({ id, question, expires_at: day }) => (
            <DayAndButton day={day} href={pagePaths.answer(id)} verb="Answer" title={question} />
          ),
        },
      ]}
      rows={entries}
      rowKey={({ id }) => id}
      hasSelection={hasSelection}
    />
  )
}

type MySecondLooksProps = Pick<Worklist, 'second_looks'> & { hasSelection: boolean }

/** Completed reviews whose result the person is asked to look at again. */
export function MySecondLooks({ second_looks: { entries, total_count: total }, hasSelection }: MySecondLooksProps) {
  return (
    <WorklistCard
      id="second-looks"
      title="To look at again"
      description="Is the result of these changes still good?"
      total={total}
      all={{ href: `${pagePaths.changes}?query=second_look+%3D+due`, label: 'All of them' }}
      columns={[
        {
          ...titleColumn,
          label: 'Change',
          cell: ({ number, title }) => (
            <WorklistTitle href={pagePaths.change(number)} title={title}>
              {mono(number)}
            </WorklistTitle>
          ),
        },
        {
          label: 'Outcome',
          isEmpty: ({ outcome }) => outcome === null,
          cell: ({ outcome }) => outcome && <OutcomeBadge outcome={outcome} />,
        },
        {
          label: 'Reviewed',
          className: wideOnly,
          cell: ({ completed_at: at }) => <DateTime value={at} precision="day" />,
        },
        {
          label: 'Since',
          cellClass: 'py-0!',
          cell: ({ number, title, second_look_on: day }) => (
            <DayAndButton day={day} href={pagePaths.change(number)} verb="Look" title={title} />
          ),
        },
      ]}
      rows={entries}
      rowKey={({ number }) => number}
      hasSelection={hasSelection}
    />
  )
}

type MyConfirmationsProps = Pick<Worklist, 'confirmations'> & { hasSelection: boolean }
type Confirmation = Worklist['confirmations']['entries'][number]

/** Titles, links and verbs of what a second manager signs or confirms. */
const confirmed: Readonly<Record<Confirmation['kind'], (id: string) => Record<'title' | 'href' | 'verb', string>>> = {
  conclusion: (id) => ({ title: `Conclusion of ${wordQuarter(id)}`, href: pagePaths.quarter(id), verb: 'Sign' }),
  standard_change: (id) => ({ title: `Decision on ${id}`, href: pagePaths.standardChanges, verb: 'Confirm' }),
}

/** What another manager wrote or decided, and this one signs or confirms. */
export function MyConfirmations({ confirmations, hasSelection }: MyConfirmationsProps) {
  return (
    <WorklistCard
      id="confirmations"
      title="To confirm as second manager"
      description="What another manager concluded or decided"
      total={confirmations.total_count}
      columns={[
        { ...titleColumn, label: 'What', cell: ({ kind, id }) => <WorklistTitle {...confirmed[kind](id)} /> },
        {
          label: 'Kind',
          isEvident: true,
          className: wideOnly,
          cell: ({ kind }) => (kind === 'conclusion' ? 'Quarter' : 'Standard change'),
        },
        { label: 'Written by', cell: ({ written_by: name }) => <Person name={name} /> },
        {
          label: 'Written',
          cellClass: 'py-0!',
          cell: ({ kind, id, written_at: day }) => <DayAndButton day={day} {...confirmed[kind](id)} />,
        },
      ]}
      rows={confirmations.entries}
      rowKey={({ kind, id }) => `${kind} ${id}`}
      hasSelection={hasSelection}
    />
  )
}

type MyVerificationsProps = Pick<Worklist, 'verifications'> & {
  heading?: Heading
  hasSelection: boolean
}

export function MyVerifications({
  verifications: { entries, total_count: total },
  heading = { id: 'verifications', title: 'To verify', description: 'Actions that are done: check that they work' },
  hasSelection,
}: MyVerificationsProps) {
  return (
    <WorklistCard
      {...heading}
      total={total}
      all={{ href: `${pagePaths.improvements}?status=done`, label: 'All done actions' }}
      columns={[
        {
          ...titleColumn,
          label: 'Action',
          cell: ({ id, title, source_ref: source }) => (
            <WorklistTitle href={pagePaths.improvement(id)} title={title}>
              {mono(source)}
            </WorklistTitle>
          ),
        },
        { label: 'Evidence', className: wideOnly, cell: ({ evidence }) => <CutText text={evidence} /> },
        { label: 'Done by', cell: ({ done_by: email, done_by_name: name }) => <Person name={name ?? email} /> },
        {
          label: 'Done',
          cellClass: 'py-0!',
          cell: ({ id, title, done_at: day }) => (
            <DayAndButton day={day} href={pagePaths.improvement(id)} verb="Check" title={title} />
          ),
        },
      ]}
      rows={entries}
      rowKey={({ id }) => id}
      hasSelection={hasSelection}
    />
  )
}

type MyActionsProps = Pick<Worklist, 'actions' | 'today'> & {
  heading?: Heading & { owner: string }
  hasSelection: boolean
}

export function MyActions({
  actions: { entries, total_count: total, overdue_count: overdue },
  today,
  heading: { owner, ...heading } = {
    id: 'my-actions',
    title: 'Your actions',
    description: 'Improvement actions that you own',
    owner: 'me',
  },
  hasSelection,
}: MyActionsProps) {
  return (
    <WorklistCard
      {...heading}
      {...(overdue > 0 && { description: `${overdue} overdue` })}
      total={total}
      all={{ href: `${pagePaths.improvements}?${new URLSearchParams({ owner })}`, label: 'View all' }}
      columns={[
        {
          ...titleColumn,
          label: 'Action',
          cell: ({ id, title }) => <WorklistTitle href={pagePaths.improvement(id)} title={title} />,
        },
        {
          label: 'Review',
          className: wideOnly,
          cellClass: 'truncate font-mono text-xs text-muted',
          cell: ({ source_ref: source }) => source,
        },
        {
          label: 'Status',
          cell: ({ status }) => (
            <StatusBadge tone={status === 'in_progress' ? 'info' : 'neutral'} hollow={status === 'open'}>
              {improvementStatusLabels[status]}
            </StatusBadge>
          ),
        },
        { label: 'Due', cell: ({ target_date: due }) => <Due day={due} daysLeft={countDaysBetween(today, due)} /> },
      ]}
      rows={entries}
      rowKey={({ id }) => id}
      hasSelection={hasSelection}
    />
  )
}
