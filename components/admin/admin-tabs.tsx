import { admins, managers, readers } from '#components/layout/navigation/role-groups.ts'
import { TabLinks } from '#components/ui/tab-links.tsx'
import type { Role } from '#lib/contracts/endpoint.ts'
import { connectionPaths } from '#lib/domain/connection-paths.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { webhookPaths } from '#lib/domain/webhook-paths.ts'

const pages = [
  { href: pagePaths.accounts, label: 'Accounts', isFor: admins },
  { href: pagePaths.tokens, label: 'API tokens', isFor: admins },
  { href: pagePaths.leavers, label: 'Leavers', isFor: managers },
  { href: pagePaths.policy, label: 'Review policy', isFor: readers },
  { href: pagePaths.imports, label: 'Import', isFor: readers },
  { href: connectionPaths.all, label: 'Connections', isFor: admins },
  { href: webhookPaths.all, label: 'Webhooks', isFor: admins },
  { href: pagePaths.history, label: 'History', isFor: readers },
  { href: pagePaths.organisation, label: 'Settings', isFor: admins },
  { href: pagePaths.system, label: 'System', isFor: admins },
] as const

/** The administration pages that a role may open. */
export function AdminTabs({ role, current }: { role: Role; current?: (typeof pages)[number]['href'] }) {
  const tabs = pages
    .filter(({ isFor }) => isFor(role))
    .map(({ href, label }) => ({ href, label, current: href === current }))
  return (
    <div className="mb-4">
      <TabLinks label="Administration" tabs={tabs} />
    </div>
  )
}
