import { redirect } from 'next/navigation'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { hasRole } from '#server/platform/auth/caller.ts'

/** Goes to the first page of administration that the role opens. */
export default async function AdminPage() {
  const { actor } = await getPageContext(pagePaths.admin, 'manager')
  redirect(hasRole(actor.role, 'admin') ? pagePaths.accounts : pagePaths.policy)
}
