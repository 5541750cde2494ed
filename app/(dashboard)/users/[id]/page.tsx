import type { Metadata } from 'next'
import { admins } from '#components/layout/navigation/role-groups.ts'
import { PersonalDataActions } from '#components/users/personal-data-actions.tsx'
import { UserProfile } from '#components/users/user-profile.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { readPathSegment } from '#server/pages/path-segment.ts'
import { resolveOr404 } from '#server/pages/resolve-or-404.ts'
import * as users from '#server/people/queries.ts'

export const metadata: Metadata = { title: 'User' }

export default async function UserPage({ params }: { params: Promise<{ id: string }> }) {
  const id = readPathSegment((await params).id)
  const ctx = await getPageContext(pagePaths.user(id))
  const user = await resolveOr404(users.getUser(ctx, id))
  return <UserProfile user={user} actions={admins(ctx.actor.role) ? <PersonalDataActions user={user} /> : null} />
}
