import { TabLinks } from '#components/ui/tab-links.tsx'
import type { Role } from '#lib/contracts/endpoint.ts'
import { connectionPaths } from '#lib/domain/connection-paths.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

const pages = [
  { href: pagePaths.accounts, label: 'Accounts', isForAdmins: true },
  { href: pagePaths.tokens, label: 'API tokens', isForAdmins: true },
  { href: pagePaths.leavers, label: 'Leavers', isForAdmins: false },
  { href: pagePaths.policy, label: 'Review policy', isForAdmins: false },
  { href: pagePaths.imports, label: 'Import', isForAdmins: false },
  { href: connectionPaths.all, label: 'Connections', isForAdmins: true },
  { href: pagePaths.history, label: 'History', isForAdmins: false },
  { href: pagePaths.organisation, label: 'Settings', isForAdmins: true },
  { href: pagePaths.system, label: 'System', isForAdmins: true },
] as const

/** The administration pages that a role may open. */
export function AdminTabs({ role, current }: { role: Role; current?: (typeof pages)[number]['href'] }) {
  const tabs = pages
    .filter(({ isForAdmins }) => role === 'admin' || !isForAdmins)
    .map(({ href, label }) => ({ href, label, current: href === current }))
  return (
    <div className="mb-4">
      <TabLinks label="Administration" tabs={tabs} />
    </div>
  )
}
