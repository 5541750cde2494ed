import type { Metadata } from 'next'
import { BreadcrumbLabel } from '#components/layout/navigation/path-breadcrumbs.tsx'
import { admins } from '#components/layout/navigation/role-groups.ts'
import { PageHeader } from '#components/layout/page-header.tsx'
import { Card, CardBody } from '#components/ui/card.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { PersonalDataActions } from '#components/users/personal-data-actions.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getPageContext, readPathSegment, resolveOr404 } from '#server/pages/page-context.ts'
import * as users from '#server/people/queries.ts'

export const metadata: Metadata = { title: 'User' }

export default async function UserPage({ params }: { params: Promise<{ id: string }> }) {
  const id = readPathSegment((await params).id)
  const ctx = await getPageContext(pagePaths.user(id))
  const user = await resolveOr404(users.getUser(ctx, id))
  const { name, email, created_at: addedAt, profile } = user
  return (
    <>
      <BreadcrumbLabel label={name} />
      <PageHeader
        title={name}
        description={email}
        actions={admins(ctx.actor.role) ? <PersonalDataActions user={user} /> : null}
      />
      <Card aria-label="Profile" className="max-w-3xl">
        <CardBody className="flex flex-col gap-5 sm:flex-row">
          {/* biome-ignore lint/performance/noImgElement: a data URL or an external image */}
          <img
            src={profile.avatar_url}
            alt={`Portrait of ${name}`}
            width={96}
            height={96}
            className="size-24 shrink-0 rounded-lg border border-line object-cover"
          />
          <Facts className="flex-1">
            <Fact label="About" wide value={profile.bio || missing} />
            <Fact label="Location" value={profile.location || missing} />
            <Fact label="E-mail">
              <a href={`mailto:${email}`} className="link">
                {email}
              </a>
            </Fact>
            <Fact label="Added" value={<DateTime value={addedAt} focusable />} />
            <Fact label="Id" value={<code className="font-mono text-xs">{id}</code>} />
          </Facts>
        </CardBody>
      </Card>
    </>
  )
}

const missing = <span className="text-muted">Not set</span>
