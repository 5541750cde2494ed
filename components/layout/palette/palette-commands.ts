import {
  Bell,
  BookOpenText,
  Braces,
  Building2,
  ClipboardList,
  FileUp,
  History,
  Keyboard,
  KeyRound,
  ListChecks,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Scale,
  Server,
  Settings,
  Sun,
  UserCog,
  UserRoundX,
} from 'lucide-react'
import { listNavItems } from '#components/layout/navigation/nav-items.ts'
import { admins, managers, readers, writers } from '#components/layout/navigation/role-groups.ts'
import type { Role } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

export type PaletteItem = {
  label: string
  hint?: string
  icon: LucideIcon
  /** Further words by which a search finds it. */
  keywords?: string
  keys?: string
  isFor?: ((role: Role) => boolean) | undefined
} & ({ href: string; run?: never } | { run: () => void; href?: never })

export type PaletteGroup = { heading: string; items: readonly PaletteItem[] }

type PaletteActions = {
  openHelp: () => void
  setTheme: (theme: 'light' | 'dark' | 'system') => void
  signOut: () => void
}

const page = (
  label: string,
  icon: LucideIcon,
  href: string,
  keywords: string,
  isFor?: PaletteItem['isFor'],
): PaletteItem => ({ label, icon, href, keywords, isFor })

const pages: readonly PaletteItem[] = [
  page('Settings', Settings, pagePaths.settings, 'preferences password mail sessions'),
  page('Notifications', Bell, pagePaths.notifications, ''),
  page('Accounts', UserCog, pagePaths.accounts, 'users roles', admins),
  page('Leavers', UserRoundX, pagePaths.leavers, 'left reassign', managers),
  page('API tokens', KeyRound, pagePaths.tokens, 'clients credentials', admins),
  page(
    'Settings of the organisation',
    Building2,
    pagePaths.organisation,
    'mail smtp provider logo time zone retention',
    admins,
  ),
  page('System', Server, pagePaths.system, 'status jobs outbox version database health', admins),
  page('Audits', ClipboardList, pagePaths.audits, 'sample evidence population', readers),
  page('Controls', ListChecks, pagePaths.controls, 'DORA SOC 2 ISO 27001 requirements compliance', readers),
  page('Review policy', Scale, pagePaths.policy, 'rules groups holidays services', readers),
  page('Import', FileUp, pagePaths.imports, 'file csv upload undo', readers),
  page('History', History, pagePaths.history, 'audit log', readers),
  page('API reference', Braces, pagePaths.reference, 'openapi'),
]

/** Returns the pages and commands that the palette offers without a search, as far as the role may use them. */
export function listPaletteCommands(role: Role, { openHelp, setTheme, signOut }: PaletteActions): PaletteGroup[] {
  const keywords = 'theme colours colors appearance'
  const commands: readonly PaletteItem[] = [
    page('New lesson', BookOpenText, pagePaths.newArticle, 'article', writers),
    { label: 'Theme: light', icon: Sun, run: () => setTheme('light'), keywords },
    { label: 'Theme: dark', icon: Moon, run: () => setTheme('dark'), keywords },
    { label: 'Theme: system', icon: Monitor, run: () => setTheme('system'), keywords },
    { label: 'Keyboard shortcuts', icon: Keyboard, keys: '?', run: openHelp, keywords: 'help' },
    { label: 'Sign out', icon: LogOut, run: signOut, keywords: 'log out' },
  ]
  const allowed = (items: readonly PaletteItem[]) => items.filter(({ isFor }) => !isFor || isFor(role))
  return [
    { heading: 'Go to', items: listNavItems(role) },
    { heading: 'Pages', items: allowed(pages) },
    { heading: 'Commands', items: allowed(commands) },
  ]
}

/** Returns the items that contain every word of the query; items whose label starts with it come first. */
export function filterPalette(groups: readonly PaletteGroup[], query: string): PaletteGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const searchText = ({ label, hint, keywords }: PaletteItem) => [label, hint, keywords].join(' ').toLowerCase()
  const rank = ({ label }: PaletteItem) => (label.toLowerCase().startsWith(words.join(' ')) ? 0 : 1)
  return groups.flatMap(({ heading, items }) => {
    const found = items
      .filter((item) => words.every((word) => searchText(item).includes(word)))
      .toSorted((one, other) => rank(one) - rank(other))
    return found.length > 0 ? [{ heading, items: found }] : []
  })
}
