import { History } from 'lucide-react'
import Form from 'next/form'
import { PageHeader } from '#components/layout/page-header.tsx'
import { ReviewStatusBadge } from '#components/records/change-badges.tsx'
import { ReadOnlyLessons } from '#components/review/form/read-only-lessons.tsx'
import { ComparedStep, UnchangedSteps } from '#components/review/versions/compared-step.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import type { PageSearchParams } from '#lib/api/page-query.ts'
import type { ReviewSnapshot, ReviewVersion } from '#lib/contracts/app/review-versions.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { compareVersions, hasChanged } from '#lib/review/answers.ts'
import { outcomeCriteria } from '#lib/review/questions/outcome-criteria.ts'
import { getChange } from '#server/changes/queries.ts'
import { getRecordContext, type NumberParams, resolveOr404, titleByNumber } from '#server/pages/page-context.ts'
import { findPeopleNames } from '#server/people/names.ts'
import { findReview } from '#server/reviews/queries.ts'
import { listReviewVersions } from '#server/reviews/versions.ts'

type ReviewVersionsPageProps = NumberParams & { searchParams: Promise<PageSearchParams> }

export const generateMetadata = titleByNumber('Versions · ')

export default async function ReviewVersionsPage({ params, searchParams }: ReviewVersionsPageProps) {
  const { ctx, number } = await getRecordContext('change', (await params).number, pagePaths.reviewVersions)
  const [change, review] = await resolveOr404(Promise.all([getChange(ctx, number), findReview(ctx, number)]))
  const versions = review && (await listReviewVersions(ctx, review.reference))
  const listedVersions = review && versions ? listVersions(versions, review) : []
  const query = await searchParams
  const selected = (name: string) => listedVersions.find(({ id }) => id === query[name])
  const left = selected('left') ?? listedVersions.at(-2)
  const right = selected('right') ?? listedVersions.at(-1)
  if (!review || !left || !right) return <NoVersions number={number} versions={versions?.versions ?? []} />
  const owners = [left, right].flatMap(({ snapshot }) => snapshot.improvements.map(({ owner }) => owner))
  const people = await findPeopleNames(ctx.db, owners)
  const steps = compareVersions(left.snapshot, right.snapshot, (email) => people.of(email) ?? email)
  const names = { left: left.name, right: right.name }
  const sources = [left, right].flatMap(({ snapshot }) => snapshot.forms.lessons.drafts.map(({ content }) => content))
  const options = listedVersions.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <PageHeader
        title={`Versions: ${change.title}`}
        meta={
          <>
            <Badge>{review.reference}</Badge>
            <ReviewStatusBadge status={review.status} />
          </>
        }
        actions={<ButtonLink href={pagePaths.review(number)}>Back to the review</ButtonLink>}
      />
      <div className="flex flex-col gap-4">
        <Form
          key={`${left.id} ${right.id}`}
          action={pagePaths.reviewVersions(number)}
          aria-label="Versions to compare"
          className="flex flex-wrap items-end gap-3"
        >
          <Field label="Earlier" name="left" className="basis-56">
            <NativeSelect name="left" options={options} defaultValue={left.id} />
          </Field>
          <Field label="Later" name="right" className="basis-56">
            <NativeSelect name="right" options={options} defaultValue={right.id} />
          </Field>
          <Button type="submit">Compare</Button>
        </Form>
        <div className="grid gap-4 sm:grid-cols-2">
          {[left, right].map(({ name, version }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same version may be on both sides
            <Card key={index}>
              <CardHeader title={name} />
              <CardBody>
                {version ? (
                  <VersionFacts version={version} />
                ) : (
                  <p className="text-sm text-muted">The current state, not completed yet.</p>
                )}
              </CardBody>
            </Card>
          ))}
        </div>
        <ReadOnlyLessons sources={sources}>
          {steps.filter(hasChanged).map((compared) => (
            <ComparedStep key={compared.step} compared={compared} names={names} />
          ))}
          <UnchangedSteps steps={steps.filter((compared) => !hasChanged(compared))} />
        </ReadOnlyLessons>
      </div>
    </>
  )
}

function NoVersions({ number, versions }: { number: string; versions: readonly ReviewVersion[] }) {
  return (
    <EmptyState
      icon={History}
      title={<h1>{number} has no versions to compare</h1>}
      action={<ButtonLink href={pagePaths.review(number)}>Go to the review</ButtonLink>}
    >
      {versions.length === 0
        ? 'Completing the review creates its first version.'
        : 'It has one version. Reopening the review starts the next.'}
    </EmptyState>
  )
}

function VersionFacts({ version }: { version: ReviewVersion }) {
  const { proposed_outcome: proposed } = version.said
  return (
    <Facts>
      <Fact label="Outcome">
        {outcomeCriteria[version.outcome].label}
        {proposed && proposed !== version.outcome
          ? `, where the evidence suggested “${outcomeCriteria[proposed].label}”`
          : ''}
      </Fact>
      <Fact label="Completed">
        <DateTime value={version.completed_at} /> by {version.completed_by}
      </Fact>
      {version.signed_off_by ? <Fact label="Signed off">by {version.signed_off_by}</Fact> : null}
      {version.reopened_at ? (
        <Fact label="Reopened" wide>
          <DateTime value={version.reopened_at} /> by {version.reopened_by}: {version.reopen_reason}
        </Fact>
      ) : null}
    </Facts>
  )
}

/** Lists the versions to compare, oldest first, including the current state while the review is not completed. */
function listVersions(
  { versions, today }: { versions: readonly ReviewVersion[]; today: ReviewSnapshot },
  { status }: Pick<Review, 'status'>,
) {
  const completed = versions.map((version) => ({
    /** Number of the version, or `today`, as in the URL. */
    id: String(version.number),
    name: `Version ${version.number}`,
    snapshot: version.said,
    version,
  }))
  return status === 'completed'
    ? completed
    : [...completed, { id: 'today', name: 'Current', snapshot: today, version: null }]
}
