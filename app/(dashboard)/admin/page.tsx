import { redirect } from 'next/navigation'
import { readers } from '#components/layout/navigation/role-groups.ts'
import { hasRole } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { listFirstSteps } from '#server/system/setup/list-first-steps.ts'

/** Redirects to the first steps while some are open, else to the first administration page that the role may open. */
export default async function AdminPage() {
  const ctx = await getPageContext(pagePaths.admin, readers)
  if (!hasRole(ctx.actor.role, 'admin')) redirect(pagePaths.policy)
  const isOver = getSettings().is_setup_dismissed || getRuntime().env.isDemo
  const steps = isOver ? [] : await listFirstSteps(ctx)
  const isOpen = steps.some(({ isDone, isOptional }) => !isDone && !isOptional)
  redirect(isOpen ? pagePaths.firstSteps : pagePaths.accounts)
}
