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
import type { PaletteGroup, PaletteItem } from './palette-filter.ts'

type RestrictedItem = PaletteItem & { isFor?: (role: Role) => boolean }

type PaletteActions = {
  openHelp: () => void
  setTheme: (theme: 'light' | 'dark' | 'system') => void
  signOut: () => void
}

const pages: readonly RestrictedItem[] = [
  {
    id: 'page settings',
    label: 'Settings',
    icon: Settings,
    href: pagePaths.settings,
    keywords: ['preferences', 'password', 'mail', 'sessions'],
  },
  { id: 'page notifications', label: 'Notifications', icon: Bell, href: pagePaths.notifications },
  {
    id: 'page accounts',
    label: 'Accounts',
    icon: UserCog,
    href: pagePaths.accounts,
    keywords: ['users', 'roles'],
    isFor: admins,
  },
  {
    id: 'page leavers',
    label: 'Leavers',
    icon: UserRoundX,
    href: pagePaths.leavers,
    keywords: ['left', 'reassign'],
    isFor: managers,
  },
  {
    id: 'page tokens',
    label: 'API tokens',
    icon: KeyRound,
    href: pagePaths.tokens,
    keywords: ['clients', 'credentials'],
    isFor: admins,
  },
  {
    id: 'page organisation',
    label: 'Settings of the organisation',
    icon: Building2,
    href: pagePaths.organisation,
    keywords: ['mail', 'smtp', 'provider', 'logo', 'time zone', 'retention'],
    isFor: admins,
  },
  {
    id: 'page system',
    label: 'System',
    icon: Server,
    href: pagePaths.system,
    keywords: ['status', 'jobs', 'outbox', 'version', 'database', 'health'],
    isFor: admins,
  },
  {
    id: 'page audits',
    label: 'Audits',
    icon: ClipboardList,
    href: pagePaths.audits,
    keywords: ['sample', 'evidence', 'population'],
    isFor: readers,
  },
  {
    id: 'page controls',
    label: 'Controls',
    icon: ListChecks,
    href: pagePaths.controls,
    keywords: ['DORA', 'SOC 2', 'ISO 27001', 'requirements', 'compliance'],
    isFor: readers,
  },
  {
    id: 'page policy',
    label: 'Review policy',
    icon: Scale,
    href: pagePaths.policy,
    keywords: ['rules', 'groups', 'holidays', 'services'],
    isFor: readers,
  },
  {
    id: 'page import',
    label: 'Import',
    icon: FileUp,
    href: pagePaths.imports,
    keywords: ['file', 'csv', 'upload', 'undo'],
    isFor: readers,
  },
  {
    id: 'page history',
    label: 'History',
    icon: History,
    href: pagePaths.history,
    keywords: ['audit log'],
    isFor: readers,
  },
  { id: 'page reference', label: 'API reference', icon: Braces, href: pagePaths.reference, keywords: ['openapi'] },
]

/** Returns the pages and commands that the palette offers without a search, as far as the role may use them. */
export function listPaletteCommands(
  role: Role | undefined,
  { openHelp, setTheme, signOut }: PaletteActions,
): PaletteGroup[] {
  if (!role) return []
  const theme = { keywords: ['theme', 'colours', 'colors', 'appearance'] }
  const commands: readonly RestrictedItem[] = [
    {
      id: 'new lesson',
      label: 'New lesson',
      icon: BookOpenText,
      href: pagePaths.newArticle,
      keywords: ['article'],
      isFor: writers,
    },
    { id: 'theme light', label: 'Theme: light', icon: Sun, run: () => setTheme('light'), ...theme },
    { id: 'theme dark', label: 'Theme: dark', icon: Moon, run: () => setTheme('dark'), ...theme },
    { id: 'theme system', label: 'Theme: system', icon: Monitor, run: () => setTheme('system'), ...theme },
    { id: 'shortcuts', label: 'Keyboard shortcuts', icon: Keyboard, keys: '?', run: openHelp, keywords: ['help'] },
    { id: 'sign out', label: 'Sign out', icon: LogOut, run: signOut, keywords: ['log out'] },
  ]
  const allowed = (items: readonly RestrictedItem[]) => items.filter(({ isFor }) => !isFor || isFor(role))
  return [
    {
      heading: 'Go to',
      items: listNavItems(role).map(({ href, label, icon, keys }) => ({ id: `go ${href}`, label, icon, href, keys })),
    },
    { heading: 'Pages', items: allowed(pages) },
    { heading: 'Commands', items: allowed(commands) },
  ]
}
