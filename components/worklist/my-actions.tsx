import { CircleCheck } from 'lucide-react'
import { DueDate } from '#components/improvements/due-date.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { formatCount } from '#components/ui/format-count.ts'
import { TextLink } from '#components/ui/text-link.tsx'
import type { Worklist } from '#lib/contracts/app/worklist.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

/** The person's unfinished improvement actions, overdue ones first. */
export function MyActions({ actions, today }: Pick<Worklist, 'actions' | 'today'>) {
  const { entries, total_count: total, overdue_count: overdue } = actions
  return (
    <Card aria-labelledby="my-actions-title">
      <CardHeader
        id="my-actions-title"
        title={
          <>
            My actions <span className="font-normal text-muted tabular-nums">{formatCount(total)}</span>
          </>
        }
        description={
          overdue > 0 ? (
            <TextLink href={`${pagePaths.improvements}?owner=me&due=overdue`}>{formatCount(overdue)} overdue</TextLink>
          ) : (
            'Improvement actions you own'
          )
        }
        actions={
          total > 0 ? (
            <TextLink
              href={`${pagePaths.improvements}?owner=me`}
              className="text-sm"
              aria-label="My actions in the register"
            >
              {total > entries.length ? `All ${formatCount(total)}` : 'In the register'}
            </TextLink>
          ) : null
        }
      />
      {entries.length === 0 ? (
        <p className="flex items-center gap-2 px-4 py-3 text-sm text-muted">
          <CircleCheck aria-hidden="true" className="size-4 text-success-text" /> No open actions.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {entries.map((action) => (
            <li key={action.id} className="px-4 py-2 text-sm">
              <TextLink href={pagePaths.improvement(action.id)} className="text-ink! no-underline! hover:underline!">
                {action.title}
              </TextLink>
              <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-muted">
                <DueDate improvement={action} today={today} />
                {action.status === 'in_progress' ? <span>In progress</span> : null}
                <span>{action.source_ref}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
