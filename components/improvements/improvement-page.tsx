'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Undo2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef } from 'react'
import { BreadcrumbLabel } from '#components/layout/navigation/path-breadcrumbs.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { QueryStates } from '#components/layout/query-states.tsx'
import { getPriorityTone } from '#components/records/improvement-labels.ts'
import { Person } from '#components/ui/avatar.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { LinkedText } from '#components/ui/text/linked-text.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { Day } from '#components/ui/time/day.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { getImprovement, listFilterValues } from '#lib/contracts/routes.ts'
import { isUnfinished } from '#lib/domain/improvements/improvement-due.ts'
import { listMoves, mayVerify } from '#lib/domain/improvements/improvement-status.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { capitalise } from '#lib/text/first-letter.ts'
import { DueDate } from './due-date.tsx'
import { EditableFieldButton } from './editable-field.tsx'
import { ImprovementActions } from './improvement-actions.tsx'
import { IssueLinks } from './issue-links.tsx'
import { MoveDialogs, useMoves } from './move-dialogs.tsx'
import { RecheckNotice } from './recheck-notice.tsx'
import { StatusMenu, useMoveImprovement } from './status-menu.tsx'

type ImprovementPageProps = {
  id: string
  me: string
  today: string
  canWrite: boolean
  /** Names of people who can verify it; empty unless it is done. */
  verifiers: readonly string[]
  /** The review from which it comes, with links. */
  source: ReactNode
  /** Its attachments, rendered on the server again after each edit, like the history. */
  files: ReactNode
  history: ReactNode
}

export function ImprovementPage({ id, me, ...props }: ImprovementPageProps) {
  const improvement = useQuery(endpointQuery(getImprovement, { params: { id } }))
  return (
    <QueryStates query={improvement} what="the improvement action" lines={8}>
      {(data) => (
        <MoveDialogs mover={{ email: me, canWrite: props.canWrite }}>
          <Details improvement={data} {...props} />
        </MoveDialogs>
      )}
    </QueryStates>
  )
}

const formatList = (names: readonly string[]) => new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)

type DetailsProps = Omit<ImprovementPageProps, 'id' | 'me'> & { improvement: Improvement }

function Details({ improvement, today, canWrite, verifiers, source, files, history }: DetailsProps) {
  const router = useRouter()
  const people = useQuery(endpointQuery(listFilterValues, {})).data?.people ?? []
  const { updated_at: updatedAt } = improvement
  const rendered = useRef(updatedAt)
  useEffect(() => {
    // The history comes from the server.
    if (rendered.current !== updatedAt) router.refresh()
    rendered.current = updatedAt
  }, [updatedAt, router])
  const { title, description, owner, category, priority } = improvement
  const nameOf = (email: string) => people.find((person) => person.email === email)?.name ?? email
  const editable = { improvement, canWrite }
  return (
    <>
      <BreadcrumbLabel label={title} />
      <PageHeader
        title={title}
        meta={<StatusMenu improvement={improvement} />}
        actions={
          <>
            {canWrite ? (
              <ImprovementActions
                improvement={improvement}
                withEditButton
                onDeleted={() => router.push(pagePaths.improvements)}
              />
            ) : null}
            <MainMove improvement={improvement} />
          </>
        }
      />
      <RecheckNotice improvement={improvement} canWrite={canWrite} />
      {improvement.status === 'done' && verifiers.length > 0 ? (
        <p className="mb-4 text-sm text-muted">Waiting for verification by {formatList(verifiers)}.</p>
      ) : null}
      <div className="flex flex-col items-start gap-4 lg:flex-row">
        <Card aria-label="Action" className="w-full flex-1">
          <CardBody className="flex flex-col gap-4">
            {description ? (
              <p className="max-w-prose whitespace-pre-line text-pretty">{description}</p>
            ) : (
              <p className="text-muted">No description.</p>
            )}
            <Facts className="border-t border-line pt-4">
              <Fact label="Owner">
                <EditableFieldButton {...editable} field="owner">
                  <Person name={nameOf(owner)} />
                </EditableFieldButton>
              </Fact>
              <Fact label="Due">
                <EditableFieldButton {...editable} field="target_date">
                  <DueDate improvement={improvement} today={today} />
                </EditableFieldButton>
              </Fact>
              <Fact label="Priority">
                {priority ? <Badge tone={getPriorityTone(priority)}>{capitalise(priority)}</Badge> : <NotSet />}
              </Fact>
              <Fact label="Category" value={category ? capitalise(category) : <NotSet />} />
              <Fact label="Source" value={source} />
              <Fact label="Created" value={<DateTime value={improvement.created_at} focusable />} />
              <Fact label="Updated" value={<DateTime value={improvement.updated_at} focusable />} />
              <Fact label="Id" value={<code className="font-mono text-xs">{improvement.id}</code>} />
            </Facts>
            <ImprovementEvidence improvement={improvement} nameOf={nameOf} />
            {files}
            <IssueLinks improvementId={improvement.id} canWrite={canWrite} className="border-t border-line pt-4" />
          </CardBody>
        </Card>
        <Card aria-labelledby="action-history" className="w-full lg:max-w-sm">
          <CardHeader id="action-history" title="History" />
          <CardBody>{history}</CardBody>
        </Card>
      </div>
    </>
  )
}

const NotSet = () => <span className="text-muted">Not set</span>

function ImprovementEvidence({ improvement, nameOf }: { improvement: Improvement; nameOf: (email: string) => string }) {
  const { evidence, recheck_on: recheckOn } = improvement
  if (evidence === null) return null
  const moves = [
    { label: 'Done', at: improvement.done_at, by: improvement.done_by },
    { label: 'Verified', at: improvement.verified_at, by: improvement.verified_by },
  ]
  return (
    <section aria-labelledby="action-evidence" className="flex flex-col gap-3 border-t border-line pt-4">
      <h2 id="action-evidence" className="text-sm font-semibold">
        Evidence
      </h2>
      <p className="max-w-prose whitespace-pre-line break-words">
        <LinkedText text={evidence} />
      </p>
      <Facts>
        {moves.map(({ label, at, by }) =>
          at && by ? (
            <Fact key={label} label={label}>
              <span className="flex flex-wrap items-center gap-x-1.5">
                <Person name={nameOf(by)} />
                <DateTime value={at} focusable />
              </span>
            </Fact>
          ) : null,
        )}
        {recheckOn ? <Fact label="Recheck on" value={<Day value={recheckOn} />} /> : null}
      </Facts>
    </section>
  )
}

/** The next move: mark as done, then verify or send back. Primary for the person whose turn it is. */
function MainMove({ improvement }: { improvement: Improvement }) {
  const move = useMoveImprovement()
  const { mover } = useMoves()
  const moves = listMoves(improvement, mover)
  const { status, owner } = improvement
  if (isUnfinished(status) && moves.includes('done')) {
    return (
      <Button
        variant={owner === mover.email ? 'primary' : 'secondary'}
        icon={<CircleCheck />}
        onClick={() => move(improvement, 'done')}
      >
        Mark as done
      </Button>
    )
  }
  if (!moves.includes('verified') || !mayVerify(improvement, mover.email)) return null
  return (
    <>
      <Button icon={<Undo2 />} onClick={() => move(improvement, 'in_progress')}>
        Send back
      </Button>
      <Button variant="primary" icon={<CircleCheck />} onClick={() => move(improvement, 'verified')}>
        Verify
      </Button>
    </>
  )
}
