import { redirect } from 'next/navigation'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { hasRole } from '#server/platform/auth/caller.ts'

/** Redirects to the first administration page that the role may open. */
export default async function AdminPage() {
  const { actor } = await getPageContext(pagePaths.admin, 'manager')
  redirect(hasRole(actor.role, 'admin') ? pagePaths.accounts : pagePaths.policy)
}
