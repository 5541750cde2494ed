import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { PageHeader } from '#components/layout/page-header.tsx'
import { Wordmark } from '#components/layout/wordmark.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { WorklistPage } from '#components/worklist/worklist-page.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { getWorklist } from '#lib/contracts/app/worklist.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { hasChanges } from '#server/changes/has-changes.ts'
import { findPageActor, getPageContext } from '#server/pages/page-context.ts'
import { prefetch } from '#server/pages/prefetch.ts'
import { hasRole } from '#server/platform/auth/caller.ts'
import { isSetupOpen } from '#server/system/setup/is-setup-open.ts'
import * as worklist from '#server/worklist/queries.ts'

export async function generateMetadata(): Promise<Metadata> {
  return (await findPageActor()) ? { title: 'Today' } : {}
}

/** The worklist of the signed-in person, or a welcome for visitors. */
export default async function StartPage() {
  if (!(await findPageActor())) {
    if (await isSetupOpen()) redirect(pagePaths.setup)
    return <Welcome />
  }
  const ctx = await getPageContext(pagePaths.start)
  const client = new QueryClient()
  await prefetch(client, getWorklist, endpointQuery(getWorklist, {}), () => worklist.getWorklist(ctx))
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PageHeader title="Today" description="What waits for you, the most urgent first." />
      <WorklistPage
        canReview={hasRole(ctx.actor.role, 'reviewer')}
        canManage={hasRole(ctx.actor.role, 'manager')}
        hasChanges={await hasChanges(ctx)}
      />
    </HydrationBoundary>
  )
}

function Welcome() {
  return (
    <div className="mx-auto flex min-h-dvh max-w-prose flex-col justify-center gap-4 px-6 py-16">
      <Wordmark />
      <h1 className="text-2xl font-semibold tracking-tight">Post-implementation reviews of IT changes</h1>
      <p className="text-md text-muted text-pretty">
        A change to a production service was implemented. Did it achieve its objective? What did it break? What did we
        learn, and does anyone act on it? Hindsight records the answers.
      </p>
      <div className="flex gap-2">
        <ButtonLink href={pagePaths.signIn} variant="primary">
          Sign in
        </ButtonLink>
        <ButtonLink href={pagePaths.reference}>API reference</ButtonLink>
      </div>
    </div>
  )
}
