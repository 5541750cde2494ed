import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { prefetch } from '#app/(dashboard)/prefetch.ts'
import { AttachmentList } from '#components/attachments/attachment-list.tsx'
import { HistoryEntry } from '#components/history/history-entry.tsx'
import { ImprovementPage } from '#components/improvements/improvement-page.tsx'
import { DeletedRecord } from '#components/records/deleted-record.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { hasRole } from '#lib/contracts/endpoint.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { getImprovement, listFilterValues, listIssueLinks } from '#lib/contracts/routes.ts'
import { isSameEmail } from '#lib/domain/four-eyes/same-person.ts'
import { mayChangeFiles } from '#lib/domain/improvements/improvement-status.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { listHistory } from '#server/history/queries.ts'
import * as improvements from '#server/improvements/queries.ts'
import { listVerifiers } from '#server/improvements/verifiers.ts'
import { findDeletionOr404, findReviewedChange, getPageContext, readPathSegment } from '#server/pages/page-context.ts'
import { resolveOrNull } from '#server/platform/errors.ts'
import { getToday } from '#server/platform/runtime/context.ts'
import { listAttachments } from '#server/reviews/attachments/queries.ts'

export const metadata: Metadata = { title: 'Improvement action' }

export default async function ImprovementActionPage({ params }: { params: Promise<{ id: string }> }) {
  const id = readPathSegment((await params).id)
  const ctx = await getPageContext(pagePaths.improvement(id))
  const improvement = await resolveOrNull(improvements.getImprovement(ctx, id))
  if (improvement === null) {
    const deletion = await findDeletionOr404(ctx, 'improvement', id)
    return <DeletedRecord kind="improvement" name="This action" deletion={deletion} />
  }
  const client = new QueryClient()
  const [change, files, history, verifiers] = await Promise.all([
    findReviewedChange(ctx, improvement.source_ref),
    listAttachments(ctx, { of: id }),
    listHistory(ctx, { entity_type: 'improvement', entity_id: id, page: 1, limit: 50 }),
    listVerifiers(ctx.db, id),
    prefetch(
      client,
      ctx,
      endpointQuery(getImprovement, { params: { id } }),
      endpointQuery(listIssueLinks, { params: { id } }),
      endpointQuery(listFilterValues, {}),
    ),
  ])
  const { role, email } = ctx.actor
  const isOwner = role !== 'auditor' && isSameEmail(improvement.owner, email)
  const isWriter = hasRole(role, 'reviewer') || isOwner
  const mayAttach = isWriter && mayChangeFiles(improvement)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ImprovementPage
        id={id}
        me={email}
        today={getToday(ctx)}
        canWrite={hasRole(role, 'reviewer')}
        verifiers={verifiers.map(({ name }) => name)}
        source={<ImprovementSource improvement={improvement} change={change} />}
        files={
          <AttachmentList
            className="flex flex-col items-start gap-2 border-t border-line pt-4"
            heading={<h2 className="text-sm font-semibold">Files</h2>}
            files={files}
            to={mayAttach ? { label: 'the action', place: { improvement_id: id } } : null}
            reader={{ email, canManage: hasRole(role, 'manager') }}
          />
        }
        history={
          history.rows.length === 0 ? (
            <p className="text-sm text-muted">Imported. No changes yet.</p>
          ) : (
            <ol className="flex flex-col gap-3">
              {history.rows.map((event) => (
                <HistoryEntry key={event.id} events={[event]} view={{ isAdmin: false, subject: id }} />
              ))}
            </ol>
          )
        }
      />
    </HydrationBoundary>
  )
}

type ImprovementSourceProps = {
  improvement: Improvement
  change: Awaited<ReturnType<typeof findReviewedChange>>
}

/** The review and the change of an action, or the recorded reference of another source. */
function ImprovementSource({ improvement, change }: ImprovementSourceProps) {
  const { source_type: type, source_ref: reference } = improvement
  if (!change) {
    return (
      <>
        {reference} {type === 'pir' ? null : <span className="text-muted">({type})</span>}
      </>
    )
  }
  return (
    <>
      <TextLink href={pagePaths.review(change.number)}>{reference}</TextLink>, the review of{' '}
      <TextLink href={pagePaths.change(change.number)}>{change.number}</TextLink>
      <span className="block text-xs text-muted">{change.title}</span>
    </>
  )
}
